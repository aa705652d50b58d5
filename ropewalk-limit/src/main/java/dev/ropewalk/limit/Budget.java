package dev.ropewalk.limit;

import dev.ropewalk.limit.budget.ResourceBudget;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Resources with a capacity each, such as memory, calls in flight or CPUs, of which requests take several amounts at
 * once: all of them or none, so that two requests never wait for each other. Any thread may use it.
 *
 * {@snippet class="dev.ropewalk.limit.snippets.LimitSnippets" region="budget" :
 * Budget budget = Budget.builder()
 *         .resource("memory", 4L << 30)
 *         .resource("calls", 200)
 *         .build();
 * try (Grant grant = budget.acquire(Demand.of("memory", 64 << 20).and("calls", 1))) {
 *     call();
 * }
 * }
 *
 * <p>Requests are met by priority, then in the order in which they came; but a step of priority is worth only a certain
 * {@linkplain BudgetBuilder#ageing time} of waiting. Large requests don't starve: for a request that can't be met, the budget
 * keeps what comes free of the resources it is short of, and later requests overtake it only if that doesn't delay it.
 *
 * <p>A request for more than there is of a resource is met when nothing of it is in use, and is then alone with it, so that
 * everything is met at last. But a capacity of zero admits nothing.
 *
 * <p>A thread that holds a grant and waits for a second one may wait for ever: ask for all at once.
 *
 * <p>The order is that of batch schedulers with backfilling: D. Lifka, "The ANL/IBM SP scheduling system" (1995); A.
 * Mu'alem and D. Feitelson, "Utilization, predictability, workloads, and user runtime estimates in scheduling the IBM
 * SP2 with backfilling" (2001). How long a request will hold what it gets is unknown here, unless it comes from a graph whose
 * actions have costs: nothing passes that might delay.
 */
public interface Budget extends AutoCloseable {
    /** Returns a builder. */
    static BudgetBuilder builder() {
        return new BudgetBuilder();
    }

    /**
     * Returns the budgets that live in this JVM by their names, as {@link dev.ropewalk.scheduler.Scheduler#live()} does schedulers:
     * those that haven't been closed yet and are in use.
     */
    static Map<String, Budget> live() {
        return ResourceBudget.live();
    }

    /** Returns the resource "heap" as {@link #heap(long)} does, with a tenth of the largest heap as the reserve. */
    static Resource heap() {
        return heap(Resource.reservedOfHeap());
    }

    /**
     * Returns the resource "heap": bytes of this virtual machine's heap, for what requests keep alive in it. There is as much as
     * it may grow to, less what the last collection has left to others and a reserve; what is granted counts as used by the
     * holders of the grants. What is in the old generation counts until that is collected. If collections take more than a tenth
     * of the time, there is less, and with half of the time nothing. One request at a time is admitted even then.
     *
     * @param reserve how many bytes are left for what isn't asked for here
     * @throws IllegalArgumentException if the reserve is below zero
     */
    static Resource heap(long reserve) {
        return Resource.heap(reserve);
    }

    /** Returns the resource "cgroup" as {@link #cgroup(long)} does, with a tenth of the limit as the reserve. */
    static Resource cgroup() {
        return cgroup(Resource.reservedOfCgroup());
    }

    /**
     * Returns the resource "cgroup": bytes of the memory that this process's container has, for what is given back to the
     * operating system when it is no longer needed, as that of child processes, or outside of the heap. There is as much as the
     * limit of the control group, of any around it, or of the machine leaves, less a reserve; what is granted counts as used by
     * the holders of the grants. Pages of files that weren't used lately don't count as used. One request at a time is admitted
     * even if nothing is left.
     *
     * @param reserve how many bytes are left for what isn't asked for here, such as a heap that may grow
     * @throws IllegalArgumentException if the reserve is below zero
     * @throws UnsupportedOperationException on systems without control groups, that is, other than Linux
     */
    static Resource cgroup(long reserve) {
        return Resource.cgroup(Resource.FILE_ROOT, reserve);
    }

    /**
     * Takes what a demand asks for, and waits until that is possible.
     *
     * @throws InterruptedException if the thread is interrupted; nothing is taken
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have, or wasn't made by
     *     {@link Demand}
     * @throws BudgetClosedException if the budget is or was closed
     */
    Grant acquire(Demand demand) throws InterruptedException;

    /**
     * Takes what a demand asks for if that is possible at once without delaying the waiting requests, whatever its priority.
     *
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have, or wasn't made by
     *     {@link Demand}
     * @throws BudgetClosedException if the budget is closed
     */
    Optional<Grant> tryAcquire(Demand demand);

    /**
     * Takes what a demand asks for, and waits at most so long until that is possible.
     *
     * @throws InterruptedException if the thread is interrupted; nothing is taken
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have, or wasn't made by
     *     {@link Demand}
     * @throws BudgetClosedException if the budget is or was closed
     */
    Optional<Grant> tryAcquire(Demand demand, Duration timeout) throws InterruptedException;

    /**
     * Takes what a demand asks for, now or later, and completes a future with it, in the thread that made it possible:
     * what depends on the future mustn't block there. If the future is cancelled or completed before, the request is
     * withdrawn. If the budget is closed, the future fails with a {@link BudgetClosedException}.
     *
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have, or wasn't made by
     *     {@link Demand}
     */
    CompletableFuture<Grant> acquireAsync(Demand demand);

    /**
     * Changes the capacity of a resource. If it goes up, waiting requests are admitted; if it goes down, what is granted stays
     * and others wait.
     *
     * @param capacity 0 admits nothing until it goes up again
     * @throws IllegalArgumentException if there is no such resource, it is measured, or the capacity is below zero
     */
    void setCapacity(String resource, long capacity);

    /**
     * Returns how much of a resource may be in use.
     *
     * @throws IllegalArgumentException if there is no such resource
     */
    long capacity(String resource);

    /**
     * Returns how much of a resource could be had at once: below zero if more is in use than may be.
     *
     * @throws IllegalArgumentException if there is no such resource
     */
    long available(String resource);

    /**
     * Returns the resource for which a demand would wait now if it came last, or empty if it would be met at once. For a demand
     * that waits already, this is the resource it waits for.
     *
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have, or wasn't made by
     *     {@link Demand}
     */
    Optional<String> scarce(Demand demand);

    /** Returns the figures of this budget. */
    BudgetStats stats();

    /** Returns who waits, and for what, 100 of them at most. Any thread may call this. */
    List<WaiterSnapshot> waiters();

    /** Ends this budget: requests that wait or come fail with a {@link BudgetClosedException}. Grants that are held can still be closed. */
    @Override
    void close();
}
