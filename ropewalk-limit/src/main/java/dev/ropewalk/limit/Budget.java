package dev.ropewalk.limit;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.limit.budget.Admission;
import dev.ropewalk.limit.budget.CgroupGauge;
import dev.ropewalk.limit.budget.CgroupMemory;
import dev.ropewalk.limit.budget.Gauge;
import dev.ropewalk.limit.budget.HeapGauge;
import dev.ropewalk.limit.budget.HeapUsage;
import dev.ropewalk.limit.budget.Ledger;
import dev.ropewalk.limit.budget.LiveSource;
import dev.ropewalk.limit.budget.LiveSources;
import dev.ropewalk.limit.budget.PendingFuture;
import dev.ropewalk.limit.budget.PendingRequest;
import dev.ropewalk.limit.budget.Request;
import dev.ropewalk.limit.waiter.ThreadWaiter;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Parking;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Resources with a capacity each, such as memory, calls in flight or CPUs, of which requests take several amounts at
 * once: all of them or none, so that two requests never wait for each other. Any thread may use it.
 *
 * {@snippet :
 * Budget budget = Budget.builder().resource("memory", 4L << 30).resource("calls", 200).build();
 * try (Grant grant = budget.acquire(Demand.of("memory", 64 << 20).and("calls", 1))) {
 *     call();
 * }
 * }
 *
 * <p>Requests are met by priority, then in the order in which they came; but a step of priority is worth only a certain
 * {@linkplain BudgetBuilder#ageing time} of waiting. Large requests don't starve: for one that can't be met, what comes
 * free of the resources it is short of is kept, and those behind it go first only if that doesn't delay it.
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
@SuppressWarnings("exports")
public final class Budget implements AutoCloseable {
    private static final long RESERVED_SHARE = 10;
    private static final Path FILE_ROOT = Path.of("/");

    private final String purpose;
    private final Ledger ledger;
    private final Admission admission;
    private final LiveSources live;
    private final long liveResources;

    Budget(String name, List<Resource> resources, long ageing, LongSupplier clock, @Nullable Scheduler scheduler) {
        purpose = "budget '" + name + "'";
        ledger = new Ledger(resources.stream().map(Resource::name).toList());
        admission = new Admission(this, name, ledger, ageing, clock);
        List<LiveSource> sources = new ArrayList<>();
        long measured = 0;
        for (int i = 0; i < resources.size(); i++) {
            Resource resource = resources.get(i);
            Gauge gauge = resource.newGauge();
            long now = clock.getAsLong();
            ledger.setCapacity(i, Math.max(0, gauge.capacity(0, now)));
            if (resource.isLive()) {
                measured |= Ledger.bit(i);
                sources.add(new LiveSource(admission, i, gauge, Parking.nanos(resource.interval()), now));
            }
        }
        live = new LiveSources(sources, admission, clock, scheduler);
        liveResources = measured;
    }

    /** Returns a builder. */
    public static BudgetBuilder builder() {
        return new BudgetBuilder();
    }

    /** Returns the resource "heap" as {@link #heap(long)} does, with a tenth of the largest heap as the reserve. */
    public static Resource heap() {
        return heap(Runtime.getRuntime().maxMemory() / RESERVED_SHARE);
    }

    /**
     * Returns the resource "heap": bytes of this virtual machine's heap, for what requests keep alive in it. There is as
     * much as it may grow to, less what the last collection has left to others and a reserve; what is granted counts as
     * used by those who have it. What is in the old generation counts until that is collected. If collections take
     * more than a tenth of the time, there is less, and with half of the time nothing. One request at a time is admitted
     * even then.
     *
     * @param reserve how many bytes are left for what isn't asked for here
     * @throws IllegalArgumentException if the reserve is below zero
     */
    public static Resource heap(long reserve) {
        Resource.requireReserve(reserve);
        return Resource.measured("heap", () -> new HeapGauge(HeapUsage.ofThisProcess(), reserve));
    }

    /** Returns the resource "cgroup" as {@link #cgroup(long)} does, with a tenth of the limit as the reserve. */
    public static Resource cgroup() {
        return cgroup(FILE_ROOT, new CgroupMemory(FILE_ROOT).limit() / RESERVED_SHARE);
    }

    /**
     * Returns the resource "cgroup": bytes of the memory that this process's container has, for what is given back to
     * the operating system when it is no longer needed, as that of child processes, or outside of the heap. There is as
     * much as the limit of the control group, of any around it, or of the machine leaves, less a reserve; what is
     * granted counts as used by those who have it. Pages of files that weren't used lately don't count as used. One
     * request at a time is admitted even if nothing is left.
     *
     * @param reserve how many bytes are left for what isn't asked for here, such as a heap that may grow
     * @throws IllegalArgumentException if the reserve is below zero
     * @throws UnsupportedOperationException on systems without control groups, that is, other than Linux
     */
    public static Resource cgroup(long reserve) {
        return cgroup(FILE_ROOT, reserve);
    }

    static Resource cgroup(Path fileRoot, long reserve) {
        Resource.requireReserve(reserve);
        var memory = new CgroupMemory(fileRoot);
        return Resource.measured("cgroup", () -> new CgroupGauge(memory, reserve));
    }

    /**
     * Takes what a demand asks for, and waits until that is possible.
     *
     * @throws InterruptedException if the thread is interrupted; nothing is taken
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have
     * @throws BudgetClosedException if the budget is or was closed
     */
    public Grant acquire(Demand demand) throws InterruptedException {
        Objects.requireNonNull(demand, "demand");
        return Objects.requireNonNull(await(demand, Parking.FOREVER), "a wait without end has ended");
    }

    /**
     * Takes what a demand asks for if that is possible at once without delaying those who wait, whatever its priority.
     *
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have
     * @throws BudgetClosedException if the budget is closed
     */
    public Optional<Grant> tryAcquire(Demand demand) {
        StackRoom.require();
        Objects.requireNonNull(demand, "demand");
        Request request = ledger.resolve(demand);
        live.measure();
        Grant grant = admission.tryTake(request);
        if (grant == null) {
            admission.reject();
        }
        return grant == null ? Optional.empty() : present(grant);
    }

    private Optional<Grant> present(Grant grant) {
        try {
            return Optional.of(grant);
        } catch (Throwable e) {
            close(grant);
            throw e;
        }
    }

    /**
     * Takes what a demand asks for, and waits at most so long until that is possible.
     *
     * @throws InterruptedException if the thread is interrupted; nothing is taken
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have
     * @throws BudgetClosedException if the budget is or was closed
     */
    public Optional<Grant> tryAcquire(Demand demand, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(demand, "demand");
        Grant grant = await(demand, Parking.nanos(timeout));
        return grant == null ? Optional.empty() : present(grant);
    }

    private @Nullable Grant await(Demand demand, long nanos) throws InterruptedException {
        StackRoom.require();
        Request request = ledger.resolve(demand);
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before waiting for " + purpose);
        }
        live.measure();
        Grant grant = admission.tryTake(request);
        if (grant != null) {
            return grant;
        }
        var waiter = new ThreadWaiter<Grant>(purpose);
        PendingRequest pending = admission.enter(request, waiter);
        boolean settled;
        try {
            live.watch();
            settled = Parking.await(waiter, nanos);
        } catch (Throwable e) {
            abandon(waiter, pending);
            throw e;
        }
        if (!settled) {
            admission.leave(pending, true);
        }
        return waiter.granted();
    }

    /** Leaves after an interrupt, which has withdrawn the waiter, or an error, which hasn't. */
    private void abandon(ThreadWaiter<Grant> waiter, PendingRequest pending) {
        boolean ignored = waiter.withdraw();
        if (waiter.isGranted()) {
            close(pending.grant);
        } else {
            admission.leave(pending, false);
        }
    }

    /**
     * Takes what a demand asks for, now or later, and completes a future with it, in the thread that made it possible:
     * what depends on the future mustn't block there. If the future is cancelled or completed before, the request is
     * withdrawn. If the budget is closed, the future fails with a {@link BudgetClosedException}.
     *
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have
     */
    public CompletableFuture<Grant> acquireAsync(Demand demand) {
        StackRoom.require();
        return ask(demand);
    }

    /** As {@link #acquireAsync}, as a step of an operation that has looked for room on the stack. */
    public CompletableFuture<Grant> ask(Demand demand) {
        Objects.requireNonNull(demand, "demand");
        Request request = ledger.resolve(demand);
        live.measure();
        try {
            Grant grant = admission.tryTake(request);
            return grant != null ? completed(grant) : enterAsync(request);
        } catch (BudgetClosedException closed) {
            return CompletableFuture.failedFuture(closed);
        }
    }

    private CompletableFuture<Grant> completed(Grant grant) {
        try {
            return CompletableFuture.completedFuture(grant);
        } catch (Throwable e) {
            close(grant);
            throw e;
        }
    }

    private CompletableFuture<Grant> enterAsync(Request request) {
        var waiter = new PendingFuture(admission);
        CompletableFuture<Grant> future = waiter.future();
        waiter.enter(request);
        live.watch();
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
        StackRoom.require();
        Objects.requireNonNull(resource, "resource");
        int index = ledger.indexOf(resource);
        if ((liveResources & Ledger.bit(index)) != 0) {
            throw new IllegalArgumentException(
                    "capacity of '" + resource + "' is measured, it can't be set: " + capacity);
        }
        Resource.requireCapacity(resource, capacity);
        admission.moveCapacity(index, capacity);
        admission.wakeSettled();
    }

    /**
     * Returns how much of a resource may be in use.
     *
     * @throws IllegalArgumentException if there is no such resource
     */
    public long capacity(String resource) {
        Objects.requireNonNull(resource, "resource");
        return stats(resource).capacity();
    }

    /**
     * Returns how much of a resource could be had at once: below zero if more is in use than may be.
     *
     * @throws IllegalArgumentException if there is no such resource
     */
    public long available(String resource) {
        Objects.requireNonNull(resource, "resource");
        return stats(resource).available();
    }

    private ResourceStats stats(String resource) {
        int index = ledger.indexOf(resource);
        live.measure();
        return admission.stats(index);
    }

    /**
     * Returns the resource for which a demand would wait now if it came last, or empty if it would be met at once. For
     * one that waits already, it is what it waits for.
     *
     * @throws IllegalArgumentException if the demand names a resource that this budget doesn't have
     */
    public Optional<String> scarce(Demand demand) {
        Objects.requireNonNull(demand, "demand");
        Request request = ledger.resolve(demand);
        live.measure();
        return admission.scarce(request);
    }

    /** Returns the figures of this budget. */
    public BudgetStats stats() {
        live.measure();
        return new BudgetStats(
                admission.stats(),
                IntStream.range(0, ledger.size()).mapToObj(admission::stats).toList());
    }

    /** Ends this budget: who waits or comes gets a {@link BudgetClosedException}. Grants that are held can still be closed. */
    @Override
    public void close() {
        StackRoom.require();
        admission.close();
        live.stop();
    }

    void close(Grant grant) {
        StackRoom.requireToEnd();
        if (admission.close(grant)) {
            live.measure();
        }
    }

    // For runs of graphs, which decide under a lock of their own

    /** Measures live resources that are due, which runs code of the user's and wakes strangers. */
    public void measure() {
        live.measure();
    }

    /** Has live resources measured while requests wait. */
    public void watch() {
        live.watch();
    }

    public Request resolve(Demand demand) {
        Objects.requireNonNull(demand, "demand");
        return ledger.resolve(demand);
    }

    public Admission admission() {
        return admission;
    }

    boolean release(Grant grant, long resources) {
        StackRoom.requireToEnd();
        boolean released = admission.release(grant, resources);
        live.measure();
        return released;
    }

    /** Returns whether something measures live resources by itself, which it does while somebody waits. */
    boolean isWatched() {
        return live.isWatched();
    }

    @Override
    public String toString() {
        return purpose;
    }
}
