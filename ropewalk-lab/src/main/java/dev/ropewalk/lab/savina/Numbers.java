package dev.ropewalk.lab.savina;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Numbers in a row. Immutable, so that actors may share it. */
final class Numbers {
    static final Numbers NONE = new Numbers(new int[0]);

    private final int[] values;

    private Numbers(int[] values) {
        this.values = values;
    }

    /** The three parts of numbers that are not sorted yet. */
    record Parts(Numbers smaller, Numbers equal, Numbers larger) {}

    static Numbers random(int size) {
        return new Numbers(new SplittableRandom(5).ints(size).toArray());
    }

    int size() {
        return values.length;
    }

    Numbers sorted() {
        int[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Numbers(sorted);
    }

    /** Splits them by the one in the middle. */
    Parts split() {
        int pivot = values[values.length / 2];
        var smaller = new int[values.length];
        var larger = new int[values.length];
        int smallers = 0;
        int largers = 0;
        for (int value : values) {
            if (value < pivot) {
                smaller[smallers++] = value;
            } else if (value > pivot) {
                larger[largers++] = value;
            }
        }
        var equal = new int[values.length - smallers - largers];
        Arrays.fill(equal, pivot);
        return new Parts(
                new Numbers(Arrays.copyOf(smaller, smallers)),
                new Numbers(equal),
                new Numbers(Arrays.copyOf(larger, largers)));
    }

    /** Returns these and, after them, others. */
    Numbers and(Numbers others) {
        int[] all = Arrays.copyOf(values, values.length + others.values.length);
        System.arraycopy(others.values, 0, all, values.length, others.values.length);
        return new Numbers(all);
    }

    /** Returns a checksum that the order shows in. */
    long checksum() {
        return IntStream.range(0, values.length)
                .mapToLong(k -> (long) k * values[k])
                .sum();
    }
}
