package dev.ropewalk.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Up to where a stage may go: to what producers have published, or to where all stages that it depends on are done. */
final class Barrier {
    private static final VarHandle UPSTREAM;

    static {
        try {
            UPSTREAM = MethodHandles.lookup().findVarHandle(Barrier.class, "upstream", Sequence[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Sequencer sequencer;

    /** Empty for the producers. Changes when a stage is added or removed. */
    @SuppressWarnings("UnusedVariable") // accessed through UPSTREAM
    private Sequence[] upstream = {};

    Barrier(Sequencer sequencer) {
        this.sequencer = sequencer;
    }

    void dependOn(Sequence[] sequences) {
        UPSTREAM.setVolatile(this, sequences);
    }

    /** Returns the highest sequence up to {@code most} that may be handled, or {@code from - 1} if not even the first may. */
    long ready(long from, long most) {
        Sequence[] stages = (Sequence[]) UPSTREAM.getAcquire(this);
        if (stages.length == 0) {
            return sequencer.ready(from, most);
        }
        long lowest = Math.min(stages[0].get(), most);
        for (int stage = 1; stage < stages.length; stage++) {
            lowest = Math.min(lowest, stages[stage].get());
        }
        return Math.max(lowest, from - 1);
    }

    /** Returns whether producers have claimed a sequence that the stage waits for, and none has published it. */
    boolean isStalled(long sequence) {
        return ((Sequence[]) UPSTREAM.getAcquire(this)).length == 0
                && sequencer.claimed() >= sequence
                && sequencer.ready(sequence, sequence) < sequence;
    }
}
