package dev.ropewalk.scheduler.queue;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** An element of a strand's list of tasks. */
public class StrandNode extends QueueNode {
    private static final VarHandle AFTER = VarHandles.of(MethodHandles.lookup(), "after", StrandNode.class);

    /** The task, or the message; null once it has begun. Published with the node. */
    public @Nullable Object body;

    /** Volatile for threads that have no stack left to call {@link #afterRelease}; all others use AFTER. */
    public volatile @Nullable StrandNode after;

    public StrandNode(@Nullable Object body) {
        this.body = body;
    }

    public final @Nullable StrandNode afterAcquire() {
        return (StrandNode) AFTER.getAcquire(this);
    }

    public final void afterRelease(StrandNode node) {
        AFTER.setRelease(this, node);
    }

    /**
     * Links this node; its owner does. Of those that are done, one after each few is linked to nothing, so that a dead one in
     * the old generation keeps few young ones alive.
     */
    public final void linkTo(@Nullable StrandNode node) {
        AFTER.set(this, node);
    }

    @Override
    protected Object item() {
        return this;
    }
}
