package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How far a producer last saw the slowest stage, so that it needn't look each time. Stages only advance: what is cached is never
 * too high. It may be shared by threads, whose racing writes then leave either's value, both right; a thread that reads it has
 * seen what the writer had.
 */
public final class ConsumedCache {
    private static final VarHandle SEQUENCE = VarHandles.of(MethodHandles.lookup(), "sequence", long.class);

    @SuppressWarnings("UnusedVariable") // accessed through SEQUENCE
    private long sequence = Sequence.BEFORE_FIRST;

    long get() {
        return (long) SEQUENCE.getAcquire(this);
    }

    void set(long consumed) {
        SEQUENCE.setRelease(this, consumed);
    }
}
