package dev.ropewalk.lab.channels;

import java.util.stream.LongStream;

/**
 * What goes through channels. There is a fixed number of elements, used again and again, so that nothing is allocated
 * but what the runtime needs.
 */
record Element(long value) {
    private static final int COUNT = 1024;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final Element[] ALL =
            LongStream.range(0, COUNT).mapToObj(k -> new Element(scrambled(k))).toArray(Element[]::new);

    /** Returns a number so odd that no few of them add up to others. */
    private static long scrambled(long number) {
        long product = (number + 1) * GOLDEN;
        return product ^ product >>> 32;
    }

    /** Returns the element of a number from 0. */
    static Element at(int number) {
        return ALL[number & COUNT - 1];
    }

    /**
     * Returns a checksum with one more element.
     *
     * @param factor 1 where elements may come in any order, greater where the order matters
     */
    static long add(long checksum, long factor, Element element) {
        return checksum * factor + element.value;
    }

    /** Returns the checksum of some elements in order, found by a loop. */
    static long checksum(long factor, int first, int count) {
        long checksum = 0;
        for (int number = first; number < first + count; number++) {
            checksum = add(checksum, factor, at(number));
        }
        return checksum;
    }
}
