package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.base.AsymmetricFence;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * How far producers may go: no further than a lap ahead of the slowest stage, and of claims that no stage waits for.
 *
 * <p><b>Stages.</b> The sequences of the slowest stages change when stages are added and removed. A thread that has read them reads
 * once more which stages there are. If these have changed meanwhile, it begins again: a stage that was added may be far behind the
 * others, and a producer that kept the higher number would overtake it.
 *
 * <p><b>Open claims.</b> When a stage leaves, claims may be open that no other stage waits for: the stages that join later begin
 * behind them. Producers may not overtake such a claim, for a thread that publishes it so late would mark a place that belongs to a later
 * lap. While there is no stage at all, every claim is one of these. {@link OpenClaims} says up to where they are settled,
 * which means published or aborted, and which is the last of them.
 *
 * <p>Why no claim relies on a place whose state is yet to be looked at. A thread that finds more of these claims settled writes that
 * down, by compare-and-set, before it returns the number.
 *
 * <p>Why the waiters for open claims are told. No stage tells them, so the thread that ends such a claim does. It has written
 * the state of the place, makes the light side of an {@link AsymmetricFence}, and then reads up to where claims are held. The
 * thread that takes a stage out writes that, makes the heavy side, and then looks on behalf of the threads that wait already. One of
 * the two sees the other; and a thread that begins to wait later looks first. The end of what is held is never taken back, even if all of
 * it is settled: otherwise a third thread, which finds it settled, would keep the thread that settled it from telling.
 */
public final class Gating {
    private static final VarHandle STAGES = VarHandles.of(MethodHandles.lookup(), "stages", Sequence[].class);
    private static final VarHandle OPEN_CLAIMS = VarHandles.of(MethodHandles.lookup(), "openClaims", OpenClaims.class);
    private static final VarHandle HELD_UNTIL = VarHandles.of(MethodHandles.lookup(), "heldUntil", long.class);

    private final Sequencer sequencer;

    @SuppressWarnings("UnusedVariable") // accessed through STAGES
    private Sequence[] stages = {};

    @SuppressWarnings("UnusedVariable") // accessed through OPEN_CLAIMS
    private OpenClaims openClaims = OpenClaims.NONE;

    /** No less than where the open claims end, for the thread that ends a claim: one read, not two. */
    @SuppressWarnings("UnusedVariable") // accessed through HELD_UNTIL
    private long heldUntil = Sequence.BEFORE_FIRST;

    Gating(Sequencer sequencer) {
        this.sequencer = sequencer;
    }

    /** Sets the sequences of the stages that producers may not overtake. */
    void on(Sequence[] sequences) {
        STAGES.setVolatile(this, sequences);
    }

    /** Returns whether there is a sequence that producers may not overtake. */
    public boolean isGated() {
        return ((Sequence[]) STAGES.getVolatile(this)).length > 0;
    }

    /** Returns up to which sequence all stages are done and all open claims settled; without any stage, all that was claimed. */
    @SuppressWarnings("ReferenceEquality") // whether it is the same array, never changed
    long consumed() {
        while (true) {
            Sequence[] present = (Sequence[]) STAGES.getVolatile(this);
            long lowest = present.length == 0 ? sequencer.claimed() : Sequence.lowest(present);
            lowest = Math.min(lowest, settle());
            VarHandle.fullFence();
            if ((Sequence[]) STAGES.getVolatile(this) == present) {
                return lowest;
            }
        }
    }

    /** Writes down up to where the open claims are settled, and returns it; {@link Sequence#NOWHERE} if all are. */
    private long settle() {
        while (true) {
            OpenClaims open = openClaims();
            if (open.areSettled()) {
                return Sequence.NOWHERE;
            }
            long settled = sequencer.ready(open.settled() + 1, open.until());
            if (settled == open.settled()) {
                return settled;
            }
            var next = new OpenClaims(settled, open.until());
            if (OPEN_CLAIMS.compareAndSet(this, open, next)) {
                return next.areSettled() ? Sequence.NOWHERE : settled;
            }
        }
    }

    private OpenClaims openClaims() {
        return (OpenClaims) OPEN_CLAIMS.getVolatile(this);
    }

    /** Returns whether a claim, which has ended, held producers up and perhaps no stage. Asked after the light fence. */
    public boolean isOneOfOpenClaims(long low) {
        return low <= (long) HELD_UNTIL.getAcquire(this);
    }

    /**
     * Holds producers up until all that is claimed at this moment is published, before a stage leaves that waited for it. If there may
     * be claims, the caller makes the heavy fence afterwards, and then looks for threads whose wait is over.
     *
     * @param from up to where that stage has come
     * @param isLast whether no stage is left: then for as long as that is so
     */
    public void holdOpenClaims(long from, boolean isLast) {
        long until = isLast ? Sequence.NOWHERE : sequencer.claimed();
        sequencer.raise(Attention.OPEN_CLAIMS);
        HELD_UNTIL.setVolatile(this, until);
        OpenClaims open;
        OpenClaims held;
        do {
            open = openClaims();
            held = new OpenClaims(open.areSettled() ? from : Math.min(open.settled(), from), until);
        } while (!OPEN_CLAIMS.compareAndSet(this, open, held));
    }

    /** Ends the time without stages: claims after a sequence are the business of the stage that begins there. */
    public void releaseClaimsAfter(long sequence) {
        OpenClaims open;
        OpenClaims rest;
        do {
            open = openClaims();
            rest = new OpenClaims(Math.min(open.settled(), sequence), sequence);
        } while (!OPEN_CLAIMS.compareAndSet(this, open, rest));
        HELD_UNTIL.setVolatile(this, sequence);
        if (sequence == Sequence.BEFORE_FIRST) {
            sequencer.withdraw(Attention.OPEN_CLAIMS);
        }
    }
}
