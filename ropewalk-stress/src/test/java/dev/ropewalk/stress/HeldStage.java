package dev.ropewalk.stress;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** A stage during which something is held; it says so before it ends, in whatever way. */
final class HeldStage extends CompletableFuture<Long> {
    private final BudgetAccount account;
    private final int[] amounts;
    private final AtomicBoolean left = new AtomicBoolean();

    HeldStage(BudgetAccount account, int[] amounts) {
        this.account = account;
        this.amounts = amounts;
        account.enter(amounts);
    }

    private void leave() {
        if (left.compareAndSet(false, true)) {
            account.leave(amounts);
        }
    }

    @Override
    public boolean complete(Long value) {
        leave();
        return super.complete(value);
    }

    @Override
    public boolean completeExceptionally(Throwable error) {
        leave();
        return super.completeExceptionally(error);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        leave();
        return super.cancel(mayInterruptIfRunning);
    }
}
