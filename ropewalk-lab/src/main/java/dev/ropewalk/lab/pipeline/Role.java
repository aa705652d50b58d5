package dev.ropewalk.lab.pipeline;

/** What a stage does with an event: the value that goes into its checksum depends on what earlier stages did. */
enum Role {
    /** Reads the event. */
    READ,
    /** Leaves a result for a later stage. */
    LEFT,
    /** Leaves another result, beside {@link #LEFT} or without it. */
    RIGHT,
    /** Turns the result of {@link #LEFT} into another. */
    MIDDLE,
    /** Reads both results. */
    JOIN,
    /** Works a little. */
    KEYED,
    /** Works a little on most events, and twenty times as long on one of sixteen, in no order. */
    UNEVEN;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int LITTLE = 10;
    private static final int SHORT = 20;
    private static final int LONG = 400;
    private static final int LONG_ONE_IN = 16;
    private static final long ORDERED_FACTOR = 31;

    /** Returns what a checksum is multiplied with before the next value is added: 1 where any order is right. */
    long factor() {
        return this == UNEVEN ? 1 : ORDERED_FACTOR;
    }

    /** Does a stage's part of the work. */
    long value(Event event) {
        return switch (this) {
            case READ -> scrambled(event.number);
            case LEFT -> {
                event.left = scrambled(event.number);
                yield event.left;
            }
            case RIGHT -> {
                event.right = scrambled(~event.number);
                yield event.right;
            }
            case MIDDLE -> {
                event.right = scrambled(event.left);
                yield event.right;
            }
            case JOIN -> event.left + ORDERED_FACTOR * event.right;
            case KEYED -> worked(event.number, LITTLE);
            case UNEVEN -> worked(event.number, isLong(event.number) ? LONG : SHORT);
        };
    }

    private static boolean isLong(long number) {
        return (scrambled(number) & LONG_ONE_IN - 1) == 0;
    }

    /** Returns a number so odd that no few of them add up to others. */
    static long scrambled(long number) {
        long product = (number + 1) * GOLDEN;
        return product ^ product >>> 32;
    }

    /** Returns a number that takes a chain of shifts, which no compiler shortens: a few cycles a step. */
    private static long worked(long number, int steps) {
        long value = scrambled(number);
        for (int k = 0; k < steps; k++) {
            value ^= value << 13;
            value ^= value >>> 7;
            value ^= value << 17;
        }
        return value;
    }
}
