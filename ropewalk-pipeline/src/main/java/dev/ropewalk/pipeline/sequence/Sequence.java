package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.base.CacheLinePadding;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How far a processor or producer has come: the number of the last event that is done. It has cache lines of its own, since one
 * thread writes it and others read it all the time.
 */
public final class Sequence extends SequenceValue {
    /** Before the first event, whose number is 0. */
    public static final long BEFORE_FIRST = -1;

    /** Of a processor that holds nothing up. */
    public static final long NOWHERE = Long.MAX_VALUE;

    private static final VarHandle VALUE =
            VarHandles.of(MethodHandles.lookup(), SequenceValue.class, "value", long.class);

    long q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15, q16;

    public Sequence(long initial) {
        VALUE.setRelease(this, initial);
    }

    /** Returns the value; what was done before it was {@linkplain #set set} is seen by the caller. */
    public long get() {
        return (long) VALUE.getAcquire(this);
    }

    /** Returns the value as its only writer. */
    public long own() {
        return value;
    }

    /** Sets the value; what the caller did before is seen by threads that read it. */
    public void set(long sequence) {
        VALUE.setRelease(this, sequence);
    }

    /** Sets the value and makes it visible before anything that the caller reads next. */
    public void setVolatile(long sequence) {
        VALUE.setVolatile(this, sequence);
    }

    public long getVolatile() {
        return (long) VALUE.getVolatile(this);
    }

    public boolean compareAndSet(long expected, long sequence) {
        return VALUE.compareAndSet(this, expected, sequence);
    }

    /** Returns the lowest of some sequences, or {@link #NOWHERE} if there are none; reads them in order. */
    public static long lowest(Sequence[] sequences) {
        long lowest = NOWHERE;
        for (Sequence sequence : sequences) {
            lowest = Math.min(lowest, sequence.get());
        }
        return lowest;
    }

    @Override
    public String toString() {
        return Long.toString(get());
    }
}

/** The value, with padding before it. */
abstract class SequenceValue extends CacheLinePadding {
    long value;
}
