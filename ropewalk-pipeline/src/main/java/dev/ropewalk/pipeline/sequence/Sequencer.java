package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Deals out the places of a ring to producers, and tells consumers which events are ready.
 *
 * <p>A claim is for one or more sequences in a row. Each is then published, or aborted, which consumers skip. No claim goes
 * further than a lap ahead of the slowest stage.
 *
 * <p>It is an {@link Attention} itself, so that a publisher that has the one at hand reads the other without a step between.
 */
public abstract class Sequencer extends Attention {
    /** What a try to claim returns if the ring is full. */
    public static final long FULL = -1;

    private static final VarHandle LAST_ABORTED = VarHandles.of(MethodHandles.lookup(), "lastAborted", long.class);

    public final int capacity;

    /** The signals that are told of published events. */
    public final Signals signals = new Signals(this);

    /** How far claims may go. */
    public final Gating gating = new Gating(this);

    @SuppressWarnings("UnusedVariable") // accessed through LAST_ABORTED
    private long lastAborted = Sequence.BEFORE_FIRST;

    protected Sequencer(int capacity) {
        this.capacity = capacity;
    }

    /**
     * Claims some sequences in a row.
     *
     * @param n from 1 to the capacity
     * @param consumed what the caller last saw of the slowest stage, brought up to date if need be
     * @return the highest of the claimed sequences, or {@link #FULL}
     */
    public abstract long tryClaim(int n, ConsumedCache consumed);

    /** Makes claimed events visible to the stages. What the caller did before happens-before their being handled. */
    public final void publish(long low, long high) {
        publishSilently(low, high);
        signals.raise();
    }

    /** As {@link #publish}, and leaves it to the caller to {@linkplain Signals#raise tell} the stages. */
    public abstract void publishSilently(long low, long high);

    /** Gives claimed events up: the stages skip them. */
    public final void abort(long low, long high) {
        abortSilently(low, high);
        signals.raise();
    }

    /** As {@link #abort}, and leaves it to the caller to {@linkplain Signals#raise tell} the stages. */
    public abstract void abortSilently(long low, long high);

    /**
     * Returns how far events are ready, in a row: the highest sequence up to {@code most} such that it and all from {@code
     * from} on were published or aborted; {@code from - 1} if the first isn't.
     */
    public abstract long ready(long from, long most);

    /** Returns whether a sequence was published or aborted. */
    public final boolean isReady(long sequence) {
        return ready(sequence, sequence) >= sequence;
    }

    /** Returns whether a sequence that is ready was aborted. */
    public abstract boolean isAborted(long sequence);

    /** Returns the highest sequence that is known to have been claimed. */
    public abstract long claimed();

    /**
     * Returns the highest claimed sequence. A claim that isn't seen here sees whatever the caller did before, such as to refuse
     * claims.
     */
    public abstract long lastClaimed();

    /** Returns the highest sequence that was aborted: a processor that handles only higher ones need not ask for each. */
    final long lastAborted() {
        return (long) LAST_ABORTED.getAcquire(this);
    }

    /** To be called before an aborted sequence becomes ready. */
    final void raiseLastAborted(long sequence) {
        long known = lastAborted();
        while (known < sequence && !LAST_ABORTED.compareAndSet(this, known, sequence)) {
            known = lastAborted();
        }
    }

    /** Sets the sequences of the stages that producers may not overtake. */
    public final void gateOn(Sequence[] sequences) {
        gating.on(sequences);
    }

    /** Returns up to which sequence all stages are done; without any stage, all that was claimed. See {@link Gating}. */
    public final long consumed() {
        return gating.consumed();
    }

    /** Returns how many places are free, which other threads may claim at any moment. */
    public final long remainingCapacity() {
        long used = claimed() - consumed();
        return (long) capacity - Math.clamp(used, 0, capacity);
    }
}
