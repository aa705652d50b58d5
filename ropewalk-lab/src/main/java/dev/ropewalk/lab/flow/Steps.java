package dev.ropewalk.lab.flow;

import java.util.List;

/** What the operators of all programs do: next to nothing. */
final class Steps {
    private static final int WANTED_OF = 4;
    private static final int FACTOR = 31;

    private Steps() {}

    static Integer plusOne(Integer number) {
        return number + 1;
    }

    /** Leaves out every fourth. */
    static boolean isWanted(Integer number) {
        return number % WANTED_OF != 0;
    }

    static Integer mixed(Integer number) {
        return number * FACTOR;
    }

    static long sum(List<Integer> batch) {
        long sum = 0;
        for (Integer number : batch) {
            sum += number;
        }
        return sum;
    }
}
