package dev.ropewalk.task.run;

import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.budget.ResourceBudget;
import dev.ropewalk.limit.budget.ResourceDemand;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.task.queue.AdmissionLock;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the head of the queue needs besides a slot: a grant of a budget. One grant is asked for at a time, while tasks wait; it is
 * held until a slot is free, so that only a task that has its grant takes a slot. Guarded by the admission's lock; the budget is
 * only called without it.
 *
 * <p>Why no grant is lost: each request is an {@link Ask}, and what comes of it belongs to the gate only if the gate still waits
 * for this request, which is decided once, under the lock. {@link #giveBackSpare} makes the gate wait for none. A grant that
 * comes afterwards goes back, however far the request had come: not begun, on its way to the budget, in its line, or answered.
 *
 * <p>Why no task is left waiting for want of memory: a request brings along what its answer needs. It is made before a task comes in, or
 * else when the one before has been answered; if there is no memory then, the thread that releases the lock makes it as soon as there is.
 */
final class BudgetGate {
    private final ResourceBudget budget;
    private final ResourceDemand demand;
    private final TaskAdmission admission;
    private final AdmissionLock lock;
    private @Nullable Spare spare;
    private @Nullable Ask asked;

    /** Made beforehand for the next time that the budget is asked. */
    private @Nullable Ask ready;

    private final AdmissionLock.Action readying = AdmissionLock.action(this::readyAndStart);

    /** Whether a thread is about to make what is to be {@code ready}. */
    private boolean isReadying;

    /** A request to the budget. */
    private final class Ask extends AdmissionLock.Action {
        /** Null until the budget has taken the request in; guarded by the admission's lock. */
        @Nullable
        CompletableFuture<Grant> future;

        final AdmissionLock.Action withdrawal = AdmissionLock.action(this::withdraw);

        /** What becomes of a grant. */
        final Spare answer = new Spare();

        /** Begins. */
        @Override
        public void run() {
            begin(this);
        }

        private void withdraw() {
            CompletableFuture<Grant> begun = future;
            if (begun != null) {
                BudgetGate.withdraw(begun);
            }
        }
    }

    /** A grant that is there, and how it is given back. */
    private static final class Spare extends AdmissionLock.Action {
        /** Null until it has come. */
        @Nullable
        Grant grant;

        @Override
        public void run() {
            Grant given = grant;
            if (given != null) {
                given.close();
            }
        }
    }

    BudgetGate(ResourceBudget budget, ResourceDemand demand, TaskAdmission admission, AdmissionLock lock) {
        this.budget = budget;
        this.demand = demand;
        this.admission = admission;
        this.lock = lock;
    }

    /** Gets the memory for asking, if that may be the next thing to do. */
    void makeRoom() {
        if (spare == null && asked == null && ready == null) {
            ready = new Ask();
        }
    }

    /** Returns whether a grant is there for the next task. */
    boolean isOpen() {
        return spare != null;
    }

    /** Returns whether a grant is there for the next task; if not, it is asked for when the lock is released. */
    boolean openOrAsk() {
        if (spare == null && asked == null) {
            ask();
        }
        return spare != null;
    }

    private void ask() {
        try {
            makeRoom();
        } catch (OutOfMemoryError noMemory) {
            askLater();
        }
        Ask ask = ready;
        if (ask != null) {
            ready = null;
            lock.defer(ask);
            asked = ask;
        }
    }

    private void askLater() {
        if (!isReadying) {
            isReadying = true;
            lock.defer(readying);
        }
    }

    private void readyAndStart() {
        Ask made = null;
        while (made == null) {
            try {
                made = new Ask();
            } catch (OutOfMemoryError noMemory) {
                Steps.giveWay(this);
            }
        }
        lock.lock();
        try {
            ready = made;
            isReadying = false;
        } finally {
            lock.unlock();
        }
        admission.startWaiting();
    }

    /** Takes the grant that is there. */
    @Nullable
    Grant take() {
        Spare taken = spare;
        spare = null;
        return taken == null ? null : taken.grant;
    }

    /** Gives back what no task waits for. */
    void giveBackSpare() {
        Spare unused = spare;
        if (unused != null) {
            lock.defer(unused);
            spare = null;
        }
        Ask ask = asked;
        if (ask != null) {
            if (ask.future != null) {
                lock.defer(ask.withdrawal);
            }
            asked = null;
        }
    }

    private static void withdraw(CompletableFuture<Grant> future) {
        boolean ignored = future.cancel(false);
    }

    private void begin(Ask ask) {
        if (!isAwaited(ask)) {
            return;
        }
        CompletableFuture<Grant> future = null;
        try {
            future = budget.ask(demand);
            var ignored = future.whenComplete((grant, error) -> answered(ask, grant, error));
        } catch (Throwable failed) {
            if (future != null && !future.cancel(false) && !future.isCompletedExceptionally()) {
                future.join().close();
            }
            answered(ask, null, failed);
            return;
        }
        if (!takeIn(ask, future)) {
            withdraw(future);
        }
    }

    private boolean isAwaited(Ask ask) {
        lock.lock();
        try {
            return asked == ask;
        } finally {
            lock.unlock();
        }
    }

    /** Notes what can be cancelled; returns false if the gate no longer waits for it and so wouldn't cancel it. */
    private boolean takeIn(Ask ask, CompletableFuture<Grant> future) {
        lock.lock();
        try {
            ask.future = future;
            return asked == ask;
        } finally {
            lock.unlock();
        }
    }

    private void answered(Ask ask, @Nullable Grant grant, @Nullable Throwable error) {
        Spare given = grant == null ? null : ask.answer;
        if (given != null) {
            given.grant = grant;
        }
        boolean awaited;
        lock.lock();
        try {
            awaited = asked == ask;
            if (awaited) {
                asked = null;
                spare = given;
            }
        } finally {
            lock.unlock();
        }
        if (!awaited) {
            if (grant != null) {
                grant.close();
            }
        } else if (error != null) {
            admission.failWaiting(error);
        } else {
            admission.startWaiting();
        }
    }
}
