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
 * <p>Why those who wait for {@link OpenClaims} are told. No stage tells them, so the thread that ends such a claim does. It has
 * written the state of the place, makes the light side of an {@link AsymmetricFence}, and then reads up to where claims are held. The
 * thread that takes a stage out writes that, makes the heavy side, and then looks on behalf of those who wait already. One of the two
 * sees the other; and who begins to wait later looks first. The end of what is held is never taken back, even if all of it is settled: or
 * a stranger who finds it settled would keep the thread that settled it from telling.
 */
public abstract class Sequencer {
    /** What a try to claim returns if the ring is full. */
    public static final long FULL = -1;

    private static final VarHandle GATING = VarHandles.of(MethodHandles.lookup(), "gating", Sequence[].class);
    private static final VarHandle OPEN_CLAIMS = VarHandles.of(MethodHandles.lookup(), "openClaims", OpenClaims.class);
    private static final VarHandle LAST_ABORTED = VarHandles.of(MethodHandles.lookup(), "lastAborted", long.class);

    public final int capacity;

    /** Who is to be told of published events. */
    public final Signals signals = new Signals();

    @SuppressWarnings("UnusedVariable") // accessed through GATING
    private Sequence[] gating = {};

    @SuppressWarnings("UnusedVariable") // accessed through OPEN_CLAIMS
    private OpenClaims openClaims = OpenClaims.NONE;

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
    public abstract void publish(long low, long high);

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

    /** Returns the highest sequence that was aborted: whoever handles only higher ones need not ask for each. */
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

    /** Sets whom the producers may not overtake. */
    public final void gateOn(Sequence[] sequences) {
        GATING.setVolatile(this, sequences);
    }

    /**
     * Returns up to which sequence all stages are done; without any stage, all that was claimed. What was read of stages that
     * are no longer all of them is read again: one that was added meanwhile may be far behind the others, and whoever kept the
     * higher number would overtake it.
     */
    @SuppressWarnings("ReferenceEquality") // whether it is the same array, never changed
    public final long consumed() {
        while (true) {
            Sequence[] stages = (Sequence[]) GATING.getVolatile(this);
            long lowest = stages.length == 0 ? claimed() : Sequence.lowest(stages);
            lowest = Math.min(lowest, settled());
            VarHandle.fullFence();
            if ((Sequence[]) GATING.getVolatile(this) == stages) {
                return lowest;
            }
        }
    }

    /**
     * Returns up to where no claim is open that producers must wait for though no stage does. It is written down before it is
     * returned: a claim that relied on a higher number than is written down could take a place whose state is yet to be looked at.
     */
    private long settled() {
        while (true) {
            OpenClaims open = openClaims();
            if (open.areSettled()) {
                return Sequence.NOWHERE;
            }
            long settled = ready(open.settled() + 1, open.until());
            if (settled == open.settled()) {
                return settled;
            }
            var now = new OpenClaims(settled, open.until());
            if (OPEN_CLAIMS.compareAndSet(this, open, now)) {
                return now.areSettled() ? Sequence.NOWHERE : settled;
            }
        }
    }

    private OpenClaims openClaims() {
        return (OpenClaims) OPEN_CLAIMS.getVolatile(this);
    }

    /** Returns whether a claim, which has ended, held producers up and perhaps no stage. Asked after the light fence. */
    public final boolean isOneOfOpenClaims(long low) {
        return low <= ((OpenClaims) OPEN_CLAIMS.getAcquire(this)).until();
    }

    /**
     * Holds producers up until all that is claimed now is published, before a stage leaves that waited for it. If there may be
     * claims, the caller makes the heavy fence afterwards, and then looks for those whose wait is over.
     *
     * @param from up to where that stage has come
     * @param isLast whether no stage is left: then for as long as that is so
     */
    public final void holdOpenClaims(long from, boolean isLast) {
        long until = isLast ? Sequence.NOWHERE : claimed();
        OpenClaims open;
        OpenClaims held;
        do {
            open = openClaims();
            held = new OpenClaims(open.areSettled() ? from : Math.min(open.settled(), from), until);
        } while (!OPEN_CLAIMS.compareAndSet(this, open, held));
    }

    /** Ends the time without stages: claims after a sequence are the business of the stage that begins there. */
    public final void releaseClaimsAfter(long sequence) {
        OpenClaims open;
        OpenClaims rest;
        do {
            open = openClaims();
            rest = new OpenClaims(Math.min(open.settled(), sequence), sequence);
        } while (!OPEN_CLAIMS.compareAndSet(this, open, rest));
    }
}
