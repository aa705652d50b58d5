package dev.ropewalk.limit.budget;

import dev.ropewalk.base.BriefLock;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.BudgetClosedException;
import dev.ropewalk.limit.ResourceStats;
import dev.ropewalk.limit.WaiterSnapshot;
import dev.ropewalk.limit.waiter.AdmissionWaiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides which requests a budget admits, under one lock. All that happens to the budget is a step of one of three kinds: a request
 * comes, a grant goes back, or a capacity moves. Each step ends with the lock free and with no waiting request that could be admitted.
 *
 * <p>The order of the waiting requests is by rank: the time of arrival, less {@code ageing} for each step of priority. So it never
 * changes while they wait, and a request of a higher priority overtakes only those that came less than so much earlier.
 *
 * <p>Which requests are admitted: {@link #admit} goes through the waiting requests, in order. A request that can be met is
 * admitted. For the first request that can't be met, all that is free of the resources it is short of is kept, and of the other
 * resources what it needs. Later requests are met if the rest is enough. So no later request delays the first: all that comes
 * free of what it is short of is kept for it, and of the other resources enough stays free. As grants are given back it is met,
 * however many small requests come. The next request that can't be met, and isn't short of what is closed already, gets the same
 * treatment, which harms none before it. A request that has to queue for a closed resource reserves nothing. Else the requests
 * that wait for memory would reserve all calls, which are free for requests that need only a call. It has its turn at the latest
 * when it is the first of all.
 *
 * <p>A request for more than the capacity is met when nothing of the resource is in use. Until then it is short of it, so that no
 * later request gets any more.
 *
 * <p>No code of users runs under the lock. The settled waiters are collected there, and woken by {@link #wakeSettled} when it is free.
 * The caller of a quiet form, which may hold a lock of its own, calls that when it holds none.
 *
 * <p>How much it costs: of the requests that wait for the same resources, only the first can be met. So there is a {@link Lane} for
 * each set of resources, and a step looks at their first ones. Each request that can't be met closes a resource. So a step looks at
 * most (admitted + resources) times at the lanes, however many wait in them.
 */
public final class Admission {
    private final GrantOwner owner;
    private final String name;
    private final Ledger ledger;
    private final long ageing;
    private final LongSupplier clock;
    private final long origin;
    private final BriefLock lock = new BriefLock();
    private final Lanes lanes = new Lanes();
    private final AdmissionCounts counts = new AdmissionCounts();
    private final SettledRequests settled = new SettledRequests();
    private long arrivals;
    private boolean closed;

    Admission(GrantOwner owner, String name, Ledger ledger, long ageing, LongSupplier clock) {
        this.owner = owner;
        this.name = name;
        this.ledger = ledger;
        this.ageing = ageing;
        this.clock = clock;
        this.origin = clock.getAsLong();
    }

    /** Returns a grant if the request can be met at once without delaying the waiting requests; null otherwise. */
    public @Nullable BudgetGrant tryTake(Request request) {
        lock.lock();
        try {
            checkOpen();
            return ledger.fits(request) ? take(request) : null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns a grant if the request can be met at once from what no other request needs, or what is kept for requests that let it pass;
     * null otherwise.
     *
     * @param letsPass asked under the lock, so that it mustn't wait
     */
    public @Nullable BudgetGrant tryTakeAhead(Request request, Predicate<PendingRequest> letsPass) {
        lock.lock();
        try {
            checkOpen();
            return ledger.fitsAhead(request, letsPass) ? take(request) : null;
        } finally {
            lock.unlock();
        }
    }

    /** Returns of each resource how much is not in use, and not reserved but for a request for which all of it is kept. */
    public long[] gaps() {
        lock.lock();
        try {
            return ledger.gaps();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the capacity of each resource. */
    public long[] capacities() {
        lock.lock();
        try {
            return ledger.capacities();
        } finally {
            lock.unlock();
        }
    }

    private BudgetGrant take(Request request) {
        BudgetGrant grant = new BudgetGrant(owner, request);
        ledger.take(request);
        counts.admit();
        return grant;
    }

    /** Returns who waits, and for what. */
    List<WaiterSnapshot> waiters() {
        List<PendingRequest> requests = new ArrayList<>();
        lock.lock();
        try {
            for (Lane lane : lanes.all()) {
                lane.addTo(requests, WaiterSnapshot.MOST);
            }
        } finally {
            lock.unlock();
        }
        long now = now();
        List<WaiterSnapshot> waiters = new ArrayList<>();
        for (PendingRequest pending : requests) {
            waiters.add(new WaiterSnapshot(
                    pending.waiter.threadName(),
                    pending.request.demand.toString(),
                    Duration.ofNanos(Math.max(0, now - pending.since))));
        }
        return waiters;
    }

    public void reject() {
        lock.lock();
        try {
            counts.reject();
        } finally {
            lock.unlock();
        }
    }

    /** Lets a request wait until its waiter is settled, which may have happened when this returns. */
    public PendingRequest enter(Request request, AdmissionWaiter<? super BudgetGrant> waiter) {
        PendingRequest pending = enterQuietly(request, waiter);
        wakeSettled();
        return pending;
    }

    /** As {@link #enter}; the caller wakes the settled waiters. */
    public PendingRequest enterQuietly(Request request, AdmissionWaiter<? super BudgetGrant> waiter) {
        BudgetGrant grant = new BudgetGrant(owner, request);
        lock.lock();
        try {
            checkOpen();
            PendingRequest pending = new PendingRequest(request, waiter, grant, now(), ageing, arrivals++);
            if (lanes.add(pending)) {
                admit();
            }
            return pending;
        } finally {
            lock.unlock();
        }
    }

    /** Clears the place of a request that was withdrawn; one behind it may be met. */
    public void leave(PendingRequest pending, boolean timeIsUp) {
        leaveQuietly(pending, timeIsUp);
        wakeSettled();
    }

    /** As {@link #leave}; the caller wakes the settled waiters. */
    public void leaveQuietly(PendingRequest pending, boolean timeIsUp) {
        lock.lock();
        try {
            counts.giveUp(timeIsUp);
            if (lanes.remove(pending)) {
                admit();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Gives back what a grant holds; returns whether a request waits still. */
    public boolean close(BudgetGrant grant) {
        boolean waitedFor = closeQuietly(grant);
        wakeSettled();
        return waitedFor;
    }

    /** As {@link #close}; the caller wakes the settled waiters. */
    public boolean closeQuietly(BudgetGrant grant) {
        lock.lock();
        try {
            if (grant.closed) {
                return false;
            }
            grant.closed = true;
            counts.end();
            giveBack(grant, grant.held);
            return lanes.size() > 0;
        } finally {
            lock.unlock();
        }
    }

    /** Gives back some resources of a grant; returns whether it held them. */
    public boolean release(BudgetGrant grant, long mask) {
        lock.lock();
        try {
            if ((grant.held & mask) == 0) {
                return false;
            }
            giveBack(grant, mask);
        } finally {
            lock.unlock();
        }
        wakeSettled();
        return true;
    }

    private void giveBack(BudgetGrant grant, long mask) {
        grant.held &= ~mask;
        ledger.giveBack(grant.request(), mask);
        admitFrom(mask);
    }

    /** Sets a capacity; the caller wakes the settled waiters. */
    public void moveCapacity(int resource, long capacity) {
        lock.lock();
        try {
            if (ledger.capacity(resource) != capacity) {
                ledger.setCapacity(resource, capacity);
                admitFrom(Ledger.bit(resource));
            }
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #admit}, after there is more or less of some resources only, which may concern no waiting request. */
    private void admitFrom(long resources) {
        if ((lanes.needed() & resources) != 0) {
            admit();
        }
    }

    /** Admits all requests that can be met, in order, and keeps for the others what they need. Needs no memory: nothing is lost halfway. */
    private void admit() {
        ledger.reserveNothing();
        for (PendingRequest next = first(); next != null; next = first()) {
            if (!next.waiter.isSettled() && !ledger.fits(next.request)) {
                ledger.reserve(next);
                continue;
            }
            lanes.remove(next);
            if (next.waiter.grant(next.grant)) {
                ledger.take(next.request);
                settled.add(next);
                counts.admitAfter(now() - next.since);
            }
        }
    }

    /**
     * Wakes the waiters that were granted something or refused, and haven't been woken yet. It runs their code: the caller holds no lock.
     */
    public void wakeSettled() {
        if (settled.isEmpty()) {
            return;
        }
        PendingRequest all;
        lock.lock();
        try {
            all = settled.take();
        } finally {
            lock.unlock();
        }
        SettledRequests.wake(all);
    }

    private @Nullable PendingRequest first() {
        return lanes.firstWithout(ledger.closed());
    }

    /** Refuses all requests that wait and all that come; grants that are held stay. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            for (PendingRequest next = lanes.firstWithout(0); next != null; next = lanes.firstWithout(0)) {
                var refusal = new BudgetClosedException(name);
                lanes.remove(next);
                if (next.waiter.refuse(refusal)) {
                    settled.add(next);
                }
            }
            ledger.reserveNothing();
        } finally {
            lock.unlock();
            wakeSettled();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new BudgetClosedException(name);
        }
    }

    private long now() {
        return clock.getAsLong() - origin;
    }

    boolean isWaitedFor() {
        lock.lock();
        try {
            return lanes.size() > 0;
        } finally {
            lock.unlock();
        }
    }

    long inUse(int resource) {
        lock.lock();
        try {
            return ledger.inUse(resource);
        } finally {
            lock.unlock();
        }
    }

    String nameOf(int resource) {
        return ledger.name(resource);
    }

    public Optional<String> scarce(Request request) {
        lock.lock();
        try {
            int resource = ledger.scarce(request);
            return resource < 0 ? Optional.empty() : Optional.of(ledger.name(resource));
        } finally {
            lock.unlock();
        }
    }

    public ResourceStats stats(int resource) {
        lock.lock();
        try {
            long waiting = 0;
            for (Lane lane : lanes.all()) {
                if (Long.numberOfTrailingZeros(lane.mask & ledger.closed()) == resource) {
                    waiting += lane.size();
                }
            }
            return new ResourceStats(
                    ledger.name(resource),
                    ledger.capacity(resource),
                    ledger.inUse(resource),
                    ledger.reserved(resource),
                    ledger.available(resource),
                    waiting);
        } finally {
            lock.unlock();
        }
    }

    public AdmissionStats stats() {
        lock.lock();
        try {
            return counts.snapshot(name, lanes.size());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        return "budget '" + name + "'";
    }
}
