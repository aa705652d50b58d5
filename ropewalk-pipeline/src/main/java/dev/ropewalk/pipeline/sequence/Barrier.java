package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Up to where a stage may go: to what producers have published, or to where all stages that it depends on are done. And what it
 * is to skip on the way: aborted claims, and the events that a stage before it has dropped.
 */
public final class Barrier {
    private static final VarHandle UPSTREAM = VarHandles.of(MethodHandles.lookup(), "upstream", Sequence[].class);
    private static final VarHandle DROPPED = VarHandles.of(MethodHandles.lookup(), "dropped", DroppedEvents[].class);

    private final Sequencer sequencer;

    /** Empty for the producers. Changes when a stage is added or removed. */
    @SuppressWarnings("UnusedVariable") // accessed through UPSTREAM
    private Sequence[] upstream = {};

    /** What any of the stages drops that this one comes after, over others, too. */
    @SuppressWarnings("UnusedVariable") // accessed through DROPPED
    private DroppedEvents[] dropped = {};

    public Barrier(Sequencer sequencer) {
        this.sequencer = sequencer;
    }

    /** Sets what this stage comes after. What is dropped is set first, so that no event is seen without it. */
    public void dependOn(Sequence[] sequences, DroppedEvents[] drops) {
        DROPPED.setVolatile(this, drops);
        UPSTREAM.setVolatile(this, sequences);
    }

    /** Returns the highest sequence up to {@code most} that may be handled, or {@code from - 1} if not even the first may. */
    public long ready(long from, long most) {
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

    /** Returns the highest sequence that is to be skipped: a processor that handles only higher ones need not ask for each. */
    public long lastSkipped() {
        long last = sequencer.lastAborted();
        for (DroppedEvents drops : dropped()) {
            last = Math.max(last, drops.last());
        }
        return last;
    }

    /** Returns whether a sequence that may be handled is to be skipped. */
    public boolean isSkipped(long sequence) {
        return sequencer.isAborted(sequence) || isDropped(sequence);
    }

    /** Returns whether a stage before has dropped an event. */
    public boolean isDropped(long sequence) {
        for (DroppedEvents drops : dropped()) {
            if (drops.contains(sequence)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the last of some sequences that may be handled that isn't to be skipped; {@code from - 1} if all are. */
    public long lastEvent(long from, long to) {
        long last = to;
        if (from <= lastSkipped()) {
            while (last >= from && isSkipped(last)) {
                last--;
            }
        }
        return last;
    }

    public DroppedEvents[] dropped() {
        return (DroppedEvents[]) DROPPED.getAcquire(this);
    }

    /** Returns whether producers have claimed a sequence that the stage waits for, and none has published it. */
    public boolean isStalled(long sequence) {
        return ((Sequence[]) UPSTREAM.getAcquire(this)).length == 0
                && sequencer.claimed() >= sequence
                && sequencer.ready(sequence, sequence) < sequence;
    }
}
