package dev.ropewalk.scheduler.queue;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.VirtualThreadTask;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** An element of an {@link Inbox}, linked through its own field. It is in at most one inbox at a time. */
public abstract class QueueNode {
    private static final VarHandle NEXT = VarHandles.of(MethodHandles.lookup(), "next", QueueNode.class);

    /** Volatile for threads that have no stack left to call {@link #nextRelease}; all others use NEXT. */
    public volatile @Nullable QueueNode next;

    /** Returns what is queued: a {@link SerialStrand}, a {@link VirtualThreadTask} or a plain {@link Runnable}. */
    protected abstract Object item();

    protected final @Nullable QueueNode nextAcquire() {
        return (QueueNode) NEXT.getAcquire(this);
    }

    protected final void nextRelease(QueueNode node) {
        NEXT.setRelease(this, node);
    }

    /** Unlinks this node; only its owner may, before it is queued or when it was taken. */
    final void nextClear() {
        NEXT.set(this, (QueueNode) null);
    }
}
