package dev.ropewalk.task;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the head of the queue needs besides a slot: a grant of a budget. One grant is asked for at a time, while tasks wait; it is
 * held until a slot is free, so that a slot is only taken by who has its grant. Guarded by the admission's lock; the budget is
 * only called without it.
 */
final class BudgetGate {
    private final Budget budget;
    private final Demand demand;
    private final TaskAdmission admission;
    private final AdmissionLock lock;
    private @Nullable Grant spare;
    private boolean asking;
    private @Nullable CompletableFuture<Grant> asked;

    BudgetGate(Budget budget, Demand demand, TaskAdmission admission, AdmissionLock lock) {
        this.budget = budget;
        this.demand = demand;
        this.admission = admission;
        this.lock = lock;
    }

    /** Returns whether a grant is there for the next task; if not, it is asked for when the lock is released. */
    boolean isOpen() {
        if (spare == null && !asking) {
            asking = true;
            lock.later(this::ask);
        }
        return spare != null;
    }

    /** Takes the grant that is there. */
    @Nullable
    Grant take() {
        Grant grant = spare;
        spare = null;
        return grant;
    }

    /** Gives back what no task waits for. */
    void rest() {
        Grant grant = take();
        if (grant != null) {
            lock.later(grant::close);
        }
        CompletableFuture<Grant> future = asked;
        if (future != null) {
            asked = null;
            lock.later(() -> {
                boolean ignored = future.cancel(false);
            });
        }
    }

    private void ask() {
        CompletableFuture<Grant> future = budget.acquireAsync(demand);
        lock.lock();
        try {
            asked = future;
        } finally {
            lock.unlock();
        }
        var ignored = future.whenComplete(this::answered);
    }

    private void answered(@Nullable Grant grant, @Nullable Throwable error) {
        lock.lock();
        try {
            asking = false;
            asked = null;
            spare = grant;
        } finally {
            lock.unlock();
        }
        if (error instanceof BudgetClosedException) {
            admission.failWaiting(error);
        } else {
            admission.startWaiting();
        }
    }
}
