package dev.ropewalk.actor.routing;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.scheduler.park.FutureWait;
import dev.ropewalk.scheduler.park.Parking;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Has threads resize a router one after another. Each waits for the end of the turn before its own, in the way of the scheduler
 * that runs it. A monitor would hold its worker, or the only thread of a simulation, while the factory of users runs.
 *
 * <p>The queue is that of Craig, Landin and Hagersten: each thread knows its predecessor only.
 */
final class ResizeTurns {
    private final AtomicReference<@Nullable CompletableFuture<@Nullable Void>> last = new AtomicReference<>();

    /** The thread whose turn it is. Only a thread itself can find itself here. */
    private volatile @Nullable Thread current;

    /** Does something in a turn, or within the caller's own turn. An interrupt doesn't end the wait for a turn. */
    void take(Runnable task) {
        if (Thread.currentThread().equals(current)) {
            task.run();
            return;
        }
        StackRoom.require();
        var end = new CompletableFuture<@Nullable Void>();
        CompletableFuture<@Nullable Void> before = last.getAndSet(end);
        if (before != null) {
            await(before, end);
        }
        try {
            current = Thread.currentThread();
            task.run();
        } finally {
            current = null;
            end.complete(null);
        }
    }

    /** Waits for the turn before; if that fails, for want of memory, the caller's turn ends with it. */
    private static void await(CompletableFuture<@Nullable Void> before, CompletableFuture<@Nullable Void> end) {
        boolean awaited = false;
        try {
            Uninterruptibly.await(
                    () -> FutureWait.await(before, "another thread that resizes the router", Parking.FOREVER));
            awaited = true;
        } finally {
            if (!awaited) {
                var ignored = before.whenComplete((nothing, failure) -> end.complete(null));
            }
        }
    }
}
