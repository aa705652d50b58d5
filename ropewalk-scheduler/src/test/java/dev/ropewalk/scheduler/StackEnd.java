package dev.ropewalk.scheduler;

import java.util.function.BooleanSupplier;

/**
 * Runs code at each depth near the end of the calling thread's stack, from the end upwards, until it has succeeded so often in a row
 * that it surely has room. So each call within the code is in turn the one that overflows, whatever the sizes of the frames are.
 */
public final class StackEnd {
    private static final long SMALL_STACK = 192 * 1024;
    private static final int ENOUGH = 24;
    private static final int OFFSETS = 6;

    private final BooleanSupplier code;
    private int succeeded;

    private StackEnd(BooleanSupplier code) {
        this.code = code;
    }

    /** Sweeps in a thread of its own, which is quicker because its stack is small. */
    public static void sweepElsewhere(BooleanSupplier code) throws InterruptedException {
        var thread = new Thread(null, () -> sweep(code), "deep", SMALL_STACK);
        thread.start();
        thread.join();
    }

    /**
     * Runs code that returns false if it got an error: at depths one small frame apart, and again with each of some offsets smaller
     * than such a frame.
     */
    public static void sweep(BooleanSupplier code) {
        boolean done = code.getAsBoolean(); // the classes are there
        for (int i = 0; done && i < OFFSETS; i++) {
            int ignored = new StackEnd(code).begin(i);
        }
    }

    private int begin(int offset) {
        return switch (offset) {
            case 0 -> descend();
            case 1 -> begin(1L);
            case 2 -> begin(1L, 2L);
            case 3 -> begin(1L, 2L, 3L);
            case 4 -> begin(1L, 2L, 3L, 4L);
            default -> begin(1L, 2L, 3L, 4L, 5L);
        };
    }

    private int begin(long a) {
        return descend() + (int) a;
    }

    private int begin(long a, long b) {
        return descend() + (int) (a + b);
    }

    private int begin(long a, long b, long c) {
        return descend() + (int) (a + b + c);
    }

    private int begin(long a, long b, long c, long d) {
        return descend() + (int) (a + b + c + d);
    }

    private int begin(long a, long b, long c, long d, long e) {
        return descend() + (int) (a + b + c + d + e);
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private int descend() {
        int depth = 0;
        try {
            depth = descend() + 1;
        } catch (StackOverflowError end) {
            succeeded = 0;
        }
        if (succeeded < ENOUGH) {
            try {
                succeeded = code.getAsBoolean() ? succeeded + 1 : 0;
            } catch (StackOverflowError notEntered) {
                succeeded = 0;
            }
        }
        return depth;
    }
}
