package dev.ropewalk.scheduler.worker;

/**
 * Which parties of soft tasks have run lately, and in which LIFO streak. A strand remembers its streak itself; a party is any object, so that
 * its identity hash stands for it here, which keeps nothing from being collected. Two that have the same hash are taken for one: a
 * streak may end too early then, and nothing else. Belongs to the worker's thread.
 */
final class StreakMarks {
    /** How many are remembered; a power of two. */
    private static final int SIZE = 64;

    private static final int STREAK_BITS = 8;

    private final int[] marks = new int[SIZE];

    /** Notes that a party runs; returns whether it has in this streak before, as far as is known. */
    boolean mark(Object party, byte streak) {
        int hash = System.identityHashCode(party);
        int mark = (hash << STREAK_BITS) | Byte.toUnsignedInt(streak);
        int slot = hash >>> 2 & SIZE - 1;
        boolean again = marks[slot] == mark;
        marks[slot] = mark;
        return again;
    }
}
