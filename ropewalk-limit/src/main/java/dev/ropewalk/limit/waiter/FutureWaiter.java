package dev.ropewalk.limit.waiter;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A future that waits to be admitted. If its user completes or cancels it before it is granted, the waiter is withdrawn; if
 * that comes too late, what was granted goes back.
 */
public abstract class FutureWaiter<T> extends CallbackWaiter<T> {
    private final CompletableFuture<T> future = new CompletableFuture<>();

    /** Returns the future, which withdraws this waiter when its user ends it. */
    public final CompletableFuture<T> future() {
        var ignored = future.whenComplete((value, error) -> {
            if (withdraw()) {
                withdrawn();
            }
        });
        return future;
    }

    @Override
    public final void wake() {
        RuntimeException refusal = refusal();
        if (refusal != null) {
            future.completeExceptionally(refusal);
            return;
        }
        @Nullable T value = granted();
        if (value != null && !future.complete(value)) {
            giveBack(value);
        }
    }

    /** Called when the user has ended the future before anything was granted; the place in the queue is to be cleared. */
    protected abstract void withdrawn();

    /** Called with a value that was granted when the future had been ended already. */
    protected abstract void giveBack(T value);
}
