package dev.ropewalk.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/** {@link Room} for one wait, with a flaw. */
final class BrokenRoom {
    private static final VarHandle WISH;

    static {
        try {
            WISH = MethodHandles.lookup().findVarHandle(BrokenRoom.class, "wish", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What is wrong. */
    enum Flaw {
        /** A stage that is idle looks for those who wait without a fence after its advance. */
        NO_FENCE,
        /** Who enters doesn't look again whether there is room by then. */
        NO_SECOND_LOOK
    }

    private final Sequencer sequencer;
    private final Flaw flaw;
    private final AtomicBoolean present = new AtomicBoolean();
    private volatile TestWait waiting = new TestWait(0, 0);

    @SuppressWarnings("UnusedVariable") // accessed through WISH
    private long wish = Sequence.NOWHERE;

    BrokenRoom(Sequencer sequencer, Flaw flaw) {
        this.sequencer = sequencer;
        this.flaw = flaw;
    }

    boolean enter(TestWait wait) {
        waiting = wait;
        present.set(true);
        WISH.setOpaque(this, wait.wish);
        VarHandle.fullFence();
        return flaw == Flaw.NO_SECOND_LOOK || sequencer.consumed() < wait.need || !present.compareAndSet(true, false);
    }

    void advanced() {
        if ((long) WISH.getOpaque(this) <= sequencer.consumed()) {
            wake();
        }
    }

    void idle() {
        if ((long) WISH.getOpaque(this) != Sequence.NOWHERE && sequencer.consumed() >= waiting.need) {
            wake();
        }
    }

    private void wake() {
        if (present.compareAndSet(true, false)) {
            waiting.wake();
        }
    }
}
