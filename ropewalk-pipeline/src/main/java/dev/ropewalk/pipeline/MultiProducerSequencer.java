package dev.ropewalk.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A sequencer for any number of producers. */
final class MultiProducerSequencer extends Sequencer {
    private static final VarHandle STATES = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int PUBLISHED = 0;
    private static final int ABORTED = 1;

    private final Sequence cursor = new Sequence(Sequence.BEFORE_FIRST);
    private final int[] states;
    private final int lapShift;

    MultiProducerSequencer(int capacity) {
        super(capacity);
        states = new int[capacity];
        lapShift = Integer.numberOfTrailingZeros(capacity);
        java.util.Arrays.fill(states, -2);
    }

    @Override
    long tryClaim(int n, ConsumedCache consumed) {
        while (true) {
            long last = cursor.getVolatile();
            long high = last + n;
            long wrap = high - capacity;
            if (wrap > consumed.sequence) {
                long now = consumed();
                consumed.sequence = now;
                if (wrap > now) {
                    return FULL;
                }
            }
            if (cursor.compareAndSet(last, high)) {
                return high;
            }
            Thread.onSpinWait();
        }
    }

    @Override
    void publish(long low, long high) {
        mark(low, high, PUBLISHED);
    }

    @Override
    void abort(long low, long high) {
        raiseLastAborted(high);
        mark(low, high, ABORTED);
    }

    private void mark(long low, long high, int how) {
        for (long sequence = low; sequence <= high; sequence++) {
            STATES.setRelease(states, place(sequence), state(sequence, how));
        }
        signals.raise();
    }

    @Override
    long ready(long from, long most) {
        for (long sequence = from; sequence <= most; sequence++) {
            if (((int) STATES.getAcquire(states, place(sequence)) & ~ABORTED) != state(sequence, PUBLISHED)) {
                return sequence - 1;
            }
        }
        return most;
    }

    @Override
    boolean isAborted(long sequence) {
        return (int) STATES.getAcquire(states, place(sequence)) == state(sequence, ABORTED);
    }

    @Override
    long claimed() {
        return cursor.getVolatile();
    }

    private int place(long sequence) {
        return (int) sequence & capacity - 1;
    }

    private int state(long sequence, int how) {
        return (int) (sequence >>> lapShift) << 1 | how;
    }
}
