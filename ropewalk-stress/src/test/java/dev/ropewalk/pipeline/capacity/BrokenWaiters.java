package dev.ropewalk.pipeline.capacity;

import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import org.jspecify.annotations.Nullable;

/** A {@link CapacityWaiters} with a flaw. */
public final class BrokenWaiters extends CapacityWaiters {
    /** What is wrong. */
    public enum Flaw {
        /** A stage that is idle looks for those who wait without a fence after its advance. */
        NO_FENCE,
        /** Whoever enters or leaves doesn't look whether there is room by then for it, or for those behind it. */
        NO_SECOND_LOOK
    }

    private final Flaw flaw;

    public BrokenWaiters(Sequencer sequencer, Flaw flaw) {
        super(sequencer);
        this.flaw = flaw;
    }

    @Override
    public void idle() {
        if (flaw != Flaw.NO_FENCE) {
            super.idle();
        } else if ((long) WISH.getOpaque(this) != Sequence.NOWHERE) {
            look(true);
        }
    }

    @Override
    void lookAgain(WaiterLine line, WakeUps mine, @Nullable CapacityWaiter self) {
        if (flaw != Flaw.NO_SECOND_LOOK) {
            super.lookAgain(line, mine, self);
        } else {
            WISH.setOpaque(this, Long.MIN_VALUE);
        }
    }
}
