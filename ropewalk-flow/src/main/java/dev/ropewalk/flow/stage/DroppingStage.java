package dev.ropewalk.flow.stage;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.flow.chain.Stage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A stage that drops some elements, and so wants more for them. The count is written by the head, and read by any thread. */
abstract class DroppingStage<T> extends FusedStage<T, T> {
    private static final VarHandle DROPPED = VarHandles.of(MethodHandles.lookup(), "dropped", long.class);

    private long dropped;

    DroppingStage(Stage<? super T> next) {
        super(next);
    }

    /** Drops an element; returns true, for the head to go on. */
    final boolean drop() {
        DROPPED.setOpaque(this, dropped + 1);
        return true;
    }

    @Override
    public final long limit() {
        return sum(next.limit(), (long) DROPPED.getOpaque(this));
    }
}
