package dev.ropewalk.limit;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.base.Names;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.limit.algorithm.AdaptiveLimit;
import dev.ropewalk.limit.permit.FutureAcquire;
import dev.ropewalk.limit.permit.LimiterCore;
import dev.ropewalk.limit.permit.LimiterPermit;
import dev.ropewalk.limit.permit.Partition;
import dev.ropewalk.limit.permit.Place;
import dev.ropewalk.limit.waiter.ThreadWaiter;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many requests are in flight at once, by a fixed limit or a limit that follows measurements.
 *
 * {@snippet class="dev.ropewalk.limit.snippets.LimitSnippets" region="limiter" :
 * Limiter database = Limiter.vegas()
 *         .name("database")
 *         .drops(SQLTransientException.class::isInstance)
 *         .build();
 * Row row = database.call(() -> query(key));
 * }
 *
 * <p>{@link #call} tells an adaptive limit how the call has ended. A caller that can't wrap its work in a call, because the work
 * ends elsewhere, acquires a {@link Permit} and releases it with its outcome.
 *
 * <table>
 * <caption>Forms of acquiring</caption>
 * <tr><th>form</th><th>if no permit is free</th><th>if as many wait as may</th></tr>
 * <tr><td>{@link #call}, {@link #acquire()}</td><td>waits, interruptibly</td><td>throws {@link LimiterFullException}</td></tr>
 * <tr><td>{@link #tryAcquire()}</td><td>empty</td><td>empty</td></tr>
 * <tr><td>{@link #tryAcquire(Duration)}</td><td>waits so long, interruptibly; then empty</td><td>empty</td></tr>
 * <tr><td>{@link #acquireAsync()}</td><td>a future, which may be cancelled</td><td>a future that has failed</td></tr>
 * </table>
 *
 * <h2>What is promised</h2>
 * <ul>
 * <li>There are never more in flight than the limit. A limit that is lowered takes back no permits: until enough are released, no
 *     request is admitted.
 * <li>No request barges: a permit that is released, or added by a higher limit, while requests wait goes to a waiting request,
 *     and no form of acquiring takes it before. Requests are served in the order in which they began to wait; so none starves as
 *     long as permits are released. With {@link LimiterBuilder#newestFirst} the newest waiter is first, and the oldest may
 *     starve: give deadlines.
 * <li>No permit is lost when a waiter is cancelled, interrupted or too late at the moment of its grant: the permit is either
 *     returned to the caller or goes to the next waiter.
 * </ul>
 *
 * <p>Thread-safe. A permit may be released in another thread than it was acquired in. Time is that of the scheduler that runs the
 * calling code, if there is one.
 */
public final class Limiter {
    private static final Inventory<Limiter> LIVE = new Inventory<>("limiter");

    private final LimiterCore core;
    private final Partition partition;

    /** What this is a partition of, which is listed as long as this is used; null if this is the whole. */
    private final @Nullable Limiter whole;

    private final String purpose;

    private Limiter(LimiterCore core, Partition partition, @Nullable Limiter whole) {
        this.core = core;
        this.partition = partition;
        this.whole = whole;
        this.purpose = "a permit of " + this;
    }

    /**
     * Makes a limiter, and lists it.
     *
     * @param name the name that was chosen for it, if any
     */
    static Limiter of(LimiterCore core, @Nullable String name) {
        var limiter = new Limiter(core, core.unnamed(), null);
        Steps.enterUnlessSimulated(LIVE.place(name, limiter));
        return limiter;
    }

    /**
     * Returns the limiters that live in this JVM by their names, as {@link dev.ropewalk.scheduler.Scheduler#live()} does
     * schedulers. A limiter has no end: it is listed until the garbage collector has found that neither it nor a view of its partitions is used
     * any more. The views aren't listed.
     */
    public static Map<String, Limiter> live() {
        return LIVE.live();
    }

    /**
     * Begins a limiter of a fixed number, which can be {@linkplain #setLimit set}.
     *
     * @throws IllegalArgumentException if the limit isn't above zero
     */
    public static LimiterBuilder fixed(int limit) {
        return new LimiterBuilder(checkLimit("limiter", limit), null);
    }

    /** Begins a limiter by {@link AimdLimit} with its defaults: slowly up while all goes well, and down by a factor on a drop. */
    public static LimiterBuilder aimd() {
        return new LimiterBuilder(0, () -> AimdLimit.builder().build());
    }

    /** Begins a limiter by {@link VegasLimit} with its defaults: a small queue is kept at the service. */
    public static LimiterBuilder vegas() {
        return new LimiterBuilder(0, () -> VegasLimit.builder().build());
    }

    /** Begins a limiter by {@link GradientLimit} with its defaults: down as round trips become longer than usual. */
    public static LimiterBuilder gradient() {
        return new LimiterBuilder(0, () -> GradientLimit.builder().build());
    }

    /**
     * Begins a limiter whose limit follows an algorithm, which belongs to it from then on. Each permit that succeeds or is
     * dropped is a round trip that the algorithm learns from. One thread at a time calls it, and no other waits for that:
     * successes that end while the algorithm learns from another are left out, drops never.
     */
    public static LimiterBuilder adaptive(LimitAlgorithm algorithm) {
        Objects.requireNonNull(algorithm, "algorithm");
        int ignored = AdaptiveLimit.check(algorithm, algorithm.initialLimit());
        return new LimiterBuilder(0, () -> algorithm);
    }

    /**
     * Calls something under a permit, for which it waits as long as it takes. If the call returns, that was a success; if it
     * throws, that was a sign of overload, unless the builder {@linkplain LimiterBuilder#drops says} which exceptions are. A
     * fixed limit learns nothing from either.
     *
     * @return what the call returned
     * @throws X what the call threw
     * @throws InterruptedException if the thread was interrupted before it got a permit; nothing was called
     * @throws LimiterFullException if it would have to wait, and as many wait as may; nothing was called
     */
    public <T extends @Nullable Object, X extends Throwable> T call(ScopedValue.CallableOp<? extends T, X> call)
            throws X, InterruptedException {
        StackRoom.require();
        Objects.requireNonNull(call, "call");
        Permit permit = acquire();
        T result;
        try {
            result = call.call();
        } catch (Throwable thrown) {
            release(permit, thrown);
            throw thrown;
        }
        permit.succeed();
        return result;
    }

    @SuppressWarnings("ReferenceEquality") // the same throwable, not an equal one
    private void release(Permit permit, Throwable thrown) {
        try {
            if (core.isDrop(thrown)) {
                permit.drop();
            } else {
                permit.ignore();
            }
        } catch (Throwable broken) {
            if (broken != thrown) {
                thrown.addSuppressed(broken);
            }
        } finally {
            permit.close();
        }
    }

    /**
     * Acquires a permit, waiting as long as it takes.
     *
     * @throws InterruptedException if the thread was interrupted before it got a permit
     * @throws LimiterFullException if it would have to wait, and as many wait as may
     */
    public Permit acquire() throws InterruptedException {
        StackRoom.require();
        checkInterrupt();
        Steps.before(StepKind.ACQUIRE, core);
        LimiterPermit permit = core.tryTake(partition);
        if (permit != null) {
            return permit;
        }
        var waiter = new ThreadWaiter<Permit>(purpose);
        var place = new Place(waiter, partition);
        if (enter(place) == LimiterCore.Entry.FULL) {
            partition.rejected.increment();
            throw full();
        }
        return Objects.requireNonNull(await(waiter, place, Parking.FOREVER), "a wait without end ended");
    }

    /**
     * Acquires a permit if one is free and no request waits for it. A {@code try} block takes it by {@code tryAcquire().orElse(null)}: of
     * a null there is nothing to close.
     */
    public Optional<Permit> tryAcquire() {
        StackRoom.require();
        boolean isStruck = Steps.announceOrStrike(StepKind.ACQUIRE, core, FaultKind.FULL);
        LimiterPermit permit = isStruck ? null : core.tryTake(partition);
        if (permit == null) {
            partition.rejected.increment();
            return Optional.empty();
        }
        return present(permit);
    }

    /**
     * Acquires a permit, waiting as long as given. Empty if there was none in time, or as many wait as may.
     *
     * @throws InterruptedException if the thread was interrupted before it got a permit
     */
    public Optional<Permit> tryAcquire(Duration timeout) throws InterruptedException {
        StackRoom.require();
        long nanos = Parking.nanos(timeout);
        checkInterrupt();
        Steps.before(StepKind.ACQUIRE, core);
        LimiterPermit permit = core.tryTake(partition);
        if (permit != null) {
            return present(permit);
        }
        if (nanos == 0) {
            partition.rejected.increment();
            return Optional.empty();
        }
        var waiter = new ThreadWaiter<Permit>(purpose);
        var place = new Place(waiter, partition);
        if (enter(place) == LimiterCore.Entry.FULL) {
            partition.rejected.increment();
            return Optional.empty();
        }
        Permit awaited = await(waiter, place, nanos);
        return awaited == null ? Optional.empty() : present(awaited);
    }

    /** As {@link LimiterCore#enter}. A simulation may find too many waiting if their number has a bound. */
    private LimiterCore.Entry enter(Place place) {
        Steps.before(StepKind.ACQUIRE, core);
        boolean isBounded = core.maxWaiting() < Integer.MAX_VALUE;
        return isBounded && Steps.isStruck(FaultKind.FULL, core) ? LimiterCore.Entry.FULL : core.enter(place);
    }

    private static Optional<Permit> present(Permit permit) {
        try {
            return Optional.of(permit);
        } catch (Throwable noMemory) {
            permit.ignore();
            throw noMemory;
        }
    }

    private @Nullable Permit await(ThreadWaiter<Permit> waiter, Place place, long nanos) throws InterruptedException {
        boolean settled = false;
        try {
            settled = Parking.await(waiter, nanos);
        } catch (Throwable e) {
            abandon(waiter, place);
            throw e;
        }
        if (!settled) {
            Steps.before(StepKind.RELEASE, core);
            core.leave(place);
            partition.expired.increment();
            return null;
        }
        Permit permit = waiter.granted();
        if (permit instanceof LimiterPermit measured) {
            measured.begin();
        }
        return permit;
    }

    /** Leaves after an interrupt, which has withdrawn the waiter, or an error, which hasn't. */
    private void abandon(ThreadWaiter<Permit> waiter, Place place) {
        boolean ignored = waiter.withdraw();
        Permit permit = waiter.granted();
        if (permit != null) {
            permit.ignore();
            return;
        }
        Steps.before(StepKind.RELEASE, core);
        core.leave(place);
        partition.cancelled.increment();
    }

    /**
     * Acquires a permit without blocking. The future is completed in the thread that releases a permit, or in this one. If the
     * caller cancels or completes it, the wait is over, and a permit that comes nevertheless goes back.
     *
     * @return the future permit; failed with {@link LimiterFullException} if it would have to wait, and as many wait as may
     */
    public CompletableFuture<Permit> acquireAsync() {
        StackRoom.require();
        Steps.before(StepKind.ACQUIRE, core);
        LimiterPermit permit = core.tryTake(partition);
        if (permit != null) {
            return completed(permit);
        }
        var waiter = new FutureAcquire(core, partition);
        CompletableFuture<Permit> future = waiter.future();
        return switch (enter(waiter.place())) {
            case FULL -> {
                partition.rejected.increment();
                yield CompletableFuture.failedFuture(full());
            }
            case ADMITTED -> {
                waiter.wake();
                yield future;
            }
            case WAITING -> future;
        };
    }

    private static CompletableFuture<Permit> completed(Permit permit) {
        try {
            Steps.failIfStruck(FaultKind.ALLOCATION_FAILURE, permit);
            return CompletableFuture.completedFuture(permit);
        } catch (Throwable noMemory) {
            permit.ignore();
            throw noMemory;
        }
    }

    /**
     * Returns a view of one partition: what is acquired there counts for it, and {@link #limit} and {@link #stats} are its own.
     *
     * @throws IllegalArgumentException if the limiter has no such partition
     */
    public Limiter partition(String name) {
        Partition found = core.find(Objects.requireNonNull(name, "name"));
        if (found == null || name.isEmpty()) {
            throw new IllegalArgumentException(
                    "limiter '" + core.name() + "' has no partition '" + Names.shown(name) + "', but " + core.names());
        }
        return new Limiter(core, found, isWhole() ? this : whole);
    }

    private boolean isWhole() {
        return whole == null;
    }

    /** Returns how many may be in flight at once; of a partition, how many it may always have. */
    public int limit() {
        Steps.before(StepKind.ACCESS, core);
        return isWhole() ? core.limit() : core.guaranteed(partition);
    }

    /**
     * Sets how many may be in flight at once. If it goes up, waiting requests are admitted at once.
     *
     * @throws IllegalArgumentException if the limit isn't above zero
     * @throws UnsupportedOperationException if the limit follows what is measured, or this is a view of a partition
     */
    public void setLimit(int limit) {
        StackRoom.require();
        checkLimit(core.name(), limit);
        if (core.adaptive() != null) {
            throw new UnsupportedOperationException(
                    "the limit of " + this + " follows " + core.adaptive() + " and can't be set to " + limit);
        }
        if (!isWhole()) {
            throw new UnsupportedOperationException(
                    "the limit of " + this + " is a share of the whole and can't be set to " + limit);
        }
        Steps.before(StepKind.ACCESS, core);
        core.setLimit(limit);
    }

    /** Returns its figures; of a partition, its own, with what it may always have as the limit. */
    public AdmissionStats stats() {
        Steps.before(StepKind.ACCESS, core);
        return isWhole() ? core.stats() : core.stats(partition);
    }

    /** Returns who waits, those first that have waited longest, 100 of them at most; of a partition, its own. Any thread may call this. */
    public List<WaiterSnapshot> waiters() {
        Steps.before(StepKind.ACCESS, core);
        return core.waiters(isWhole() ? null : partition);
    }

    private LimiterFullException full() {
        return new LimiterFullException(core.nameOf(partition), core.maxWaiting(), core.limit());
    }

    private void checkInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before waiting for " + purpose);
        }
    }

    private static int checkLimit(String name, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("the limit of limiter '" + name + "' must be above zero: " + limit);
        }
        return limit;
    }

    @Override
    public String toString() {
        return "limiter '" + core.nameOf(partition) + "'";
    }
}
