package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.SplitMix64;

/** Numbers that several strategies need. */
final class Numbers {
    /** How often a run chooses between parties, where nothing is known. */
    private static final long UNKNOWN_PICKS = 100;

    private Numbers() {}

    /** Returns how often a run is likely to choose between parties. */
    static long picksOf(Knowledge knowledge) {
        return knowledge.picks() == 0 ? UNKNOWN_PICKS : knowledge.picks();
    }

    /** Returns the numbers from 1 to a count in random order. */
    static long[] shuffled(int count, SplitMix64 random) {
        var numbers = new long[count];
        for (int i = 0; i < count; i++) {
            int other = random.next(i + 1);
            numbers[i] = numbers[other];
            numbers[other] = 1L + i;
        }
        return numbers;
    }

    /** Refuses a number that is out of range. */
    static void check(String name, int number, int min, int max) {
        if (number < min || number > max) {
            throw new IllegalArgumentException(name + " must be from " + min + " to " + max + ", but is " + number);
        }
    }
}
