package dev.ropewalk.limit.budget;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.BudgetClosedException;
import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.ResourceStats;
import dev.ropewalk.limit.WaiterSnapshot;
import dev.ropewalk.limit.waiter.ThreadWaiter;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The budget that the library makes: it takes what a demand asks for from its {@link Admission}, waits where that isn't possible,
 * and has live resources measured before each decision.
 */
public final class ResourceBudget implements Budget, GrantOwner {
    private static final Inventory<Budget> LIVE = new Inventory<>("budget");

    private final String purpose;
    private final Ledger ledger;
    private final Admission admission;
    private final LiveSources live;
    private final long liveResources;
    private Inventory.@Nullable Entry<Budget> entry;

    /**
     * Creates a budget and measures its live resources.
     *
     * @param ageing how many nanoseconds of waiting a step of priority is worth
     */
    public ResourceBudget(
            String name,
            List<ResourceSettings> resources,
            long ageing,
            LongSupplier clock,
            @Nullable Scheduler scheduler) {
        purpose = "budget '" + name + "'";
        ledger = new Ledger(resources.stream().map(ResourceSettings::name).toList());
        admission = new Admission(this, name, ledger, ageing, clock);
        LimitedLog log = LiveSources.newLog(admission);
        List<LiveSource> sources = new ArrayList<>();
        long measured = 0;
        for (int i = 0; i < resources.size(); i++) {
            ResourceSettings resource = resources.get(i);
            Gauge gauge = resource.gauge().get();
            long now = clock.getAsLong();
            ledger.setCapacity(i, Math.max(0, gauge.capacity(0, now)));
            if (resource.isLive()) {
                measured |= Ledger.bit(i);
                sources.add(new LiveSource(admission, i, gauge, Parking.nanos(resource.interval()), now, log));
            }
        }
        live = new LiveSources(sources, admission, clock, scheduler, log);
        liveResources = measured;
    }

    /** Lists this, before others know it, by the name that was chosen for it, if any. */
    public void list(@Nullable String chosen) {
        Inventory.Entry<Budget> place = LIVE.place(chosen, this);
        entry = place;
        Steps.enterUnlessSimulated(place);
    }

    /** Returns what {@link Budget#live} does. */
    public static Map<String, Budget> live() {
        return LIVE.live();
    }

    /**
     * Returns a budget as the kind that the library makes.
     *
     * @throws IllegalArgumentException if it is of another kind
     */
    public static ResourceBudget of(Budget budget) {
        if (budget instanceof ResourceBudget own) {
            return own;
        }
        throw new IllegalArgumentException("needs a budget made by Budget.builder(), not one of "
                + budget.getClass().getName());
    }

    @Override
    public Grant acquire(Demand demand) throws InterruptedException {
        Objects.requireNonNull(demand, "demand");
        return Objects.requireNonNull(await(demand, Parking.FOREVER), "a wait without end has ended");
    }

    @Override
    public Optional<Grant> tryAcquire(Demand demand) {
        StackRoom.require();
        Objects.requireNonNull(demand, "demand");
        Request request = ledger.resolve(demand);
        boolean isStruck = Steps.announceOrStrike(StepKind.ACQUIRE, admission, FaultKind.FULL);
        live.measure();
        BudgetGrant grant = isStruck ? null : admission.tryTake(request);
        if (grant == null) {
            admission.reject();
        }
        return grant == null ? Optional.empty() : present(grant);
    }

    private Optional<Grant> present(BudgetGrant grant) {
        try {
            return Optional.of(grant);
        } catch (Throwable e) {
            close(grant);
            throw e;
        }
    }

    @Override
    public Optional<Grant> tryAcquire(Demand demand, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(demand, "demand");
        BudgetGrant grant = await(demand, Parking.nanos(timeout));
        return grant == null ? Optional.empty() : present(grant);
    }

    private @Nullable BudgetGrant await(Demand demand, long nanos) throws InterruptedException {
        StackRoom.require();
        Request request = ledger.resolve(demand);
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before waiting for " + purpose);
        }
        Steps.before(StepKind.ACQUIRE, admission);
        live.measure();
        BudgetGrant grant = admission.tryTake(request);
        if (grant != null) {
            return grant;
        }
        Steps.before(StepKind.ACQUIRE, admission);
        var waiter = new ThreadWaiter<BudgetGrant>(purpose);
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
            Steps.before(StepKind.RELEASE, admission);
            admission.leave(pending, true);
        }
        return waiter.granted();
    }

    /** Leaves after an interrupt, which has withdrawn the waiter, or an error, which hasn't. */
    private void abandon(ThreadWaiter<BudgetGrant> waiter, PendingRequest pending) {
        boolean ignored = waiter.withdraw();
        if (waiter.isGranted()) {
            close(pending.grant);
        } else {
            Steps.before(StepKind.RELEASE, admission);
            admission.leave(pending, false);
        }
    }

    @Override
    public CompletableFuture<Grant> acquireAsync(Demand demand) {
        StackRoom.require();
        return ask(demand);
    }

    /** As {@link #acquireAsync}, as a step of an operation that has looked for room on the stack. */
    public CompletableFuture<Grant> ask(Demand demand) {
        Objects.requireNonNull(demand, "demand");
        Request request = ledger.resolve(demand);
        Steps.before(StepKind.ACQUIRE, admission);
        live.measure();
        try {
            BudgetGrant grant = admission.tryTake(request);
            return grant != null ? completed(grant) : enterAsync(request);
        } catch (BudgetClosedException closed) {
            return CompletableFuture.failedFuture(closed);
        }
    }

    private CompletableFuture<Grant> completed(BudgetGrant grant) {
        try {
            Steps.failIfStruck(FaultKind.ALLOCATION_FAILURE, admission);
            return CompletableFuture.completedFuture(grant);
        } catch (Throwable e) {
            close(grant);
            throw e;
        }
    }

    private CompletableFuture<Grant> enterAsync(Request request) {
        Steps.before(StepKind.ACQUIRE, admission);
        var waiter = new PendingFuture(admission);
        CompletableFuture<Grant> future = waiter.future();
        waiter.enter(request);
        live.watch();
        return future;
    }

    @Override
    public void setCapacity(String resource, long capacity) {
        StackRoom.require();
        Objects.requireNonNull(resource, "resource");
        int index = ledger.indexOf(resource);
        if ((liveResources & Ledger.bit(index)) != 0) {
            throw new IllegalArgumentException(
                    "capacity of '" + resource + "' is measured, it can't be set: " + capacity);
        }
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity of '" + resource + "' must not be below zero: " + capacity);
        }
        Steps.before(StepKind.ACCESS, admission);
        admission.moveCapacity(index, capacity);
        admission.wakeSettled();
    }

    @Override
    public long capacity(String resource) {
        Objects.requireNonNull(resource, "resource");
        return stats(resource).capacity();
    }

    @Override
    public long available(String resource) {
        Objects.requireNonNull(resource, "resource");
        return stats(resource).available();
    }

    private ResourceStats stats(String resource) {
        int index = ledger.indexOf(resource);
        Steps.before(StepKind.ACCESS, admission);
        live.measure();
        return admission.stats(index);
    }

    @Override
    public Optional<String> scarce(Demand demand) {
        Objects.requireNonNull(demand, "demand");
        Request request = ledger.resolve(demand);
        Steps.before(StepKind.ACCESS, admission);
        live.measure();
        return admission.scarce(request);
    }

    @Override
    public BudgetStats stats() {
        Steps.before(StepKind.ACCESS, admission);
        live.measure();
        return new BudgetStats(
                admission.stats(),
                IntStream.range(0, ledger.size()).mapToObj(admission::stats).toList());
    }

    @Override
    public List<WaiterSnapshot> waiters() {
        Steps.before(StepKind.ACCESS, admission);
        return admission.waiters();
    }

    @Override
    public void close() {
        StackRoom.require();
        Steps.before(StepKind.CLOSE, admission);
        admission.close();
        live.stop();
        if (entry != null) {
            entry.leave();
        }
    }

    @Override
    public void close(BudgetGrant grant) {
        StackRoom.requireToEnd();
        Steps.before(StepKind.RELEASE, admission);
        if (admission.close(grant)) {
            live.measure();
            live.watch();
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

    @Override
    public boolean release(BudgetGrant grant, long resources) {
        StackRoom.requireToEnd();
        Steps.before(StepKind.RELEASE, admission);
        boolean released = admission.release(grant, resources);
        live.measure();
        return released;
    }

    /** Returns whether something measures live resources by itself, which it does while a request waits. */
    public boolean isWatched() {
        return live.isWatched();
    }

    @Override
    public String toString() {
        return purpose;
    }
}
