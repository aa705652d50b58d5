package dev.ropewalk.task;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Resources with a capacity each, such as memory, calls in flight or CPUs, of which requests take several amounts at once: all
 * of them or none, so that two requests never wait for each other. Any thread may use it.
 *
 * {@snippet :
 * Budget budget = Budget.builder().resource("memory", 4L << 30).resource("calls", 200).build();
 * try (Grant grant = budget.acquire(Demand.of("memory", 64 << 20).and("calls", 1))) {
 *     call();
 * }
 * }
 *
 * <p>Requests are met by priority, then in the order in which they came; but a step of priority is worth only a certain {@linkplain
 * BudgetBuilder#ageing time} of waiting. Large requests don't starve: for one that can't be met, what comes free of the resources it is short of
 * is kept, and those behind it go first only if that doesn't delay it. What nobody waits for can be had at once.
 *
 * <p>A request for more than there is of a resource is met when nothing of it is in use, and is then alone with it, so that
 * everything is met at last. But a capacity of zero admits nothing.
 *
 * <p>A thread that holds a grant and waits for a second one may wait for ever: ask for all at once.
 *
 * <p>The order is that of batch schedulers with backfilling: D. Lifka, "The ANL/IBM SP scheduling system" (1995); A. Mu'alem and
 * D. Feitelson, "Utilization, predictability, workloads, and user runtime estimates in scheduling the IBM SP2 with
 * backfilling" (2001). How long a request will hold what it gets is unknown here; so nothing passes that might delay.
 */
public final class Budget implements AutoCloseable {
    private final String purpose;
    private final Ledger ledger;
    private final Admission admission;

    Budget(String name, List<Resource> resources, long ageing, @Nullable Scheduler scheduler) {
        purpose = "budget '" + name + "'";
        LongSupplier clock = scheduler == null ? Parking::now : scheduler::nanoTime;
        ledger = new Ledger(resources.stream().map(Resource::name).toList());
        for (int i = 0; i < resources.size(); i++) {
            ledger.setCapacity(i, resources.get(i).newGauge().capacity(0, clock.getAsLong()));
        }
        admission = new Admission(name, ledger, ageing, clock);
    }

    /** Returns a builder. */
    public static BudgetBuilder builder() {
        return new BudgetBuilder();
    }

    /**
     * Takes what a demand asks for, and waits until that is possible.
     *
     * @throws InterruptedException if the thread is interrupted; nothing is taken
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have
     * @throws BudgetClosedException if the budget is or was closed
     */
    public Grant acquire(Demand demand) throws InterruptedException {
        Grant grant = await(demand, Parking.FOREVER);
        if (grant == null) {
            throw new AssertionError("a wait without end has ended");
        }
        return grant;
    }

    /**
     * Takes what a demand asks for if that is possible at once without delaying those who wait, whatever its priority.
     *
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have
     * @throws BudgetClosedException if the budget is closed
     */
    public Optional<Grant> tryAcquire(Demand demand) {
        Grant grant = admission.tryTake(ledger.resolve(demand));
        if (grant == null) {
            admission.reject();
        }
        return Optional.ofNullable(grant);
    }

    /**
     * Takes what a demand asks for, and waits at most so long until that is possible.
     *
     * @throws InterruptedException if the thread is interrupted; nothing is taken
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have
     * @throws BudgetClosedException if the budget is or was closed
     */
    public Optional<Grant> tryAcquire(Demand demand, Duration timeout) throws InterruptedException {
        return Optional.ofNullable(await(demand, Parking.nanos(timeout)));
    }

    private @Nullable Grant await(Demand demand, long nanos) throws InterruptedException {
        Request request = ledger.resolve(demand);
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before waiting for " + purpose);
        }
        Grant grant = admission.tryTake(request);
        if (grant != null) {
            return grant;
        }
        var waiter = new ThreadWaiter<Grant>(purpose);
        PendingRequest pending = admission.enter(request, waiter);
        boolean settled;
        try {
            settled = Parking.await(waiter, nanos);
        } catch (InterruptedException interrupted) {
            admission.leave(pending, false);
            throw interrupted;
        }
        if (!settled) {
            admission.leave(pending, true);
        }
        return waiter.granted();
    }

    /**
     * Takes what a demand asks for, now or later, and completes a future with it, in the thread that made it possible. If the
     * future is cancelled or completed before, the request is withdrawn. If the budget is closed, the future fails with a
     * {@link BudgetClosedException}.
     *
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have
     */
    public CompletableFuture<Grant> acquireAsync(Demand demand) {
        Request request = ledger.resolve(demand);
        try {
            Grant grant = admission.tryTake(request);
            return grant != null ? CompletableFuture.completedFuture(grant) : enterAsync(request);
        } catch (BudgetClosedException closed) {
            return CompletableFuture.failedFuture(closed);
        }
    }

    private CompletableFuture<Grant> enterAsync(Request request) {
        var waiter = new PendingFuture(admission);
        CompletableFuture<Grant> future = waiter.future();
        waiter.enter(request);
        return future;
    }

    /**
     * Changes the capacity of a resource. If it goes up, those who wait are admitted; if it goes down, what is granted stays
     * and others wait.
     *
     * @param capacity 0 admits nothing until it goes up again
     * @throws IllegalArgumentException if there is no such resource, it is measured, or the capacity is below zero
     */
    public void setCapacity(String resource, long capacity) {
        int index = ledger.indexOf(resource);
        Resource.requireCapacity(resource, capacity);
        admission.setCapacity(index, capacity);
    }

    /**
     * Returns how much of a resource may be in use.
     *
     * @throws IllegalArgumentException if there is no such resource
     */
    public long capacity(String resource) {
        return stats(resource).capacity();
    }

    /**
     * Returns how much of a resource could be had at once: below zero if more is in use than may be.
     *
     * @throws IllegalArgumentException if there is no such resource
     */
    public long available(String resource) {
        return stats(resource).available();
    }

    private ResourceStats stats(String resource) {
        return admission.stats(ledger.indexOf(resource));
    }

    /**
     * Returns the resource for which a demand would wait now, or empty if it would be met at once. For one that waits already, it is
     * what it waits for.
     *
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have
     */
    public Optional<String> scarce(Demand demand) {
        return admission.scarce(ledger.resolve(demand));
    }

    /** Returns the figures of this budget. */
    public BudgetStats stats() {
        return new BudgetStats(
                admission.stats(),
                IntStream.range(0, ledger.size()).mapToObj(admission::stats).toList());
    }

    /** Ends this budget: who waits or comes gets a {@link BudgetClosedException}. Grants that are held can still be closed. */
    @Override
    public void close() {
        admission.close();
    }

    @Override
    public String toString() {
        return purpose;
    }
}
