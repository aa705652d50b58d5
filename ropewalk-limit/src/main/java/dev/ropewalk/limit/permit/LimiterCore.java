package dev.ropewalk.limit.permit;

import dev.ropewalk.base.BriefLock;
import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.LimitAlgorithm;
import dev.ropewalk.limit.WaiterSnapshot;
import dev.ropewalk.limit.algorithm.AdaptiveLimit;
import dev.ropewalk.limit.event.LimitChangeEvent;
import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What all views of a limiter share: the {@link SlotWord}, and under one lock the waiting callers. A limiter with several partitions
 * has its guard up for ever, because a slot that is taken or given there changes two counts.
 *
 * <p>No slot is lost to an error. Where a slot is handed over nothing is allocated: each waiter brings its permit along, and the
 * waiters that were granted one are linked through their places, and woken when the lock is free. Where a slot is taken before
 * its permit is there, it goes back if there is no memory for that.
 *
 * <p>Invariant when the lock is free: while a request waits, no slot is free and the guard is up.
 */
public final class LimiterCore {
    /** What came of an attempt to wait. */
    public enum Entry {
        ADMITTED,
        WAITING,
        FULL
    }

    private final String name;
    private final int maxWaiting;
    private final Partitions partitions;
    private final boolean partitioned;
    private final SlotWord slots;
    private final @Nullable AdaptiveLimit adaptive;
    private final Predicate<? super Throwable> isDrop;
    private final BriefLock lock = new BriefLock();
    private final GrantedPlaces granted = new GrantedPlaces();
    private int waiting;

    public LimiterCore(
            String name,
            int limit,
            @Nullable LimitAlgorithm algorithm,
            Predicate<? super Throwable> isDrop,
            int maxWaiting,
            List<Partition> partitions) {
        this.name = name;
        this.maxWaiting = maxWaiting;
        this.partitions = new Partitions(partitions);
        this.partitioned = this.partitions.areSeveral();
        this.slots = new SlotWord(limit);
        this.isDrop = isDrop;
        this.adaptive =
                algorithm == null ? null : new AdaptiveLimit(algorithm, limit, this::moveLimit, this::wakeGranted);
        this.partitions.limitIs(limit);
        if (partitioned) {
            slots.guard();
        }
    }

    /** Takes a free slot; null if there is none. */
    public @Nullable LimiterPermit tryTake(Partition partition) {
        int inFlight = slots.tryTake();
        if (inFlight == SlotWord.NONE) {
            return partitioned ? takeLocked(partition) : null;
        }
        try {
            LimiterPermit permit = newPermit(partition);
            permit.admit(inFlight);
            partition.admitted.increment();
            return permit;
        } catch (Throwable noMemory) {
            give(partition);
            throw noMemory;
        }
    }

    private @Nullable LimiterPermit takeLocked(Partition partition) {
        LimiterPermit permit = newPermit(partition);
        lock.lock();
        try {
            int inFlight = slots.take();
            if (inFlight == SlotWord.NONE) {
                return null;
            }
            admit(partition, permit, inFlight);
            return permit;
        } finally {
            lock.unlock();
        }
    }

    /** Grants a waiter a free slot; else lets it wait in its place, if it may. */
    public Entry enter(Place place) {
        Partition partition = place.partition;
        LimiterPermit permit = newPermit(partition);
        lock.lock();
        try {
            boolean mayWait = partition.line.size() < maxWaiting;
            int inFlight = mayWait ? slots.takeOrGuard() : slots.take();
            if (inFlight != SlotWord.NONE) {
                admit(partition, permit, inFlight);
                boolean granted = place.waiter.grant(permit);
                assert granted : "no other thread knows it";
                return Entry.ADMITTED;
            }
            if (!mayWait) {
                return Entry.FULL;
            }
            place.permit = permit;
            partition.line.add(place);
            waiting++;
            return Entry.WAITING;
        } finally {
            lock.unlock();
        }
    }

    /** Clears the place of a waiter that has withdrawn. */
    public void leave(Place place) {
        lock.lock();
        try {
            if (place.queued) {
                place.partition.line.remove(place);
                waiting--;
                liftGuard();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Gives a slot back. */
    void give(Partition partition) {
        if (!slots.tryGive()) {
            giveLocked(partition);
        }
    }

    private void giveLocked(Partition partition) {
        Place admitted;
        lock.lock();
        try {
            slots.give();
            if (partitioned) {
                partition.inFlight--;
            }
            admitWaiting();
        } finally {
            admitted = granted.take();
            lock.unlock();
        }
        GrantedPlaces.wake(admitted);
    }

    public void setLimit(int limit) {
        moveLimit(limit);
        wakeGranted();
    }

    /** Sets the limit; the caller wakes the waiters that it admits. */
    private void moveLimit(int limit) {
        int previous;
        lock.lock();
        try {
            previous = slots.limit();
            slots.setLimit(limit);
            partitions.limitIs(limit);
            admitWaiting();
        } finally {
            lock.unlock();
        }
        if (FlightRecorderState.isUsed()) {
            record(limit, previous);
        }
    }

    private void record(int limit, int previous) {
        try {
            LimitChangeEvent.record(name, limit, previous);
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }

    private void wakeGranted() {
        Place admitted;
        lock.lock();
        try {
            admitted = granted.take();
        } finally {
            lock.unlock();
        }
        GrantedPlaces.wake(admitted);
    }

    /** Hands free slots to the waiting callers. A waiter that has withdrawn is passed over; its thread finds its place cleared. */
    private void admitWaiting() {
        while (waiting > 0) {
            int inFlight = slots.take();
            if (inFlight == SlotWord.NONE) {
                return;
            }
            Place next = partitions.next();
            LimiterPermit permit = next.takePermit();
            waiting--;
            permit.admit(inFlight);
            if (next.waiter.grant(permit)) {
                count(next.partition);
                granted.add(next);
            } else {
                slots.give();
            }
        }
        liftGuard();
    }

    private void liftGuard() {
        if (waiting == 0 && !partitioned) {
            slots.unguard();
        }
    }

    private LimiterPermit newPermit(Partition partition) {
        return adaptive == null ? new LimiterPermit(this, partition) : new MeasuredPermit(this, partition, adaptive);
    }

    private void admit(Partition partition, LimiterPermit permit, int inFlight) {
        count(partition);
        permit.admit(inFlight);
    }

    private void count(Partition partition) {
        partition.admittedLocked++;
        if (partitioned) {
            partition.inFlight++;
        }
    }

    /** Returns whether an exception with which a call has ended is a sign of overload. */
    public boolean isDrop(Throwable thrown) {
        return isDrop.test(thrown);
    }

    public String name() {
        return name;
    }

    @Override
    public String toString() {
        return "limiter '" + name + "'";
    }

    public String nameOf(Partition partition) {
        return partition.name.isEmpty() ? name : name + "/" + partition.name;
    }

    public int maxWaiting() {
        return maxWaiting;
    }

    public @Nullable AdaptiveLimit adaptive() {
        return adaptive;
    }

    /** Returns the partition of requests that name none. */
    public Partition unnamed() {
        return partitions.all().getFirst();
    }

    public @Nullable Partition find(String partition) {
        for (Partition one : partitions.all()) {
            if (one.name.equals(partition)) {
                return one;
            }
        }
        return null;
    }

    public List<String> names() {
        return partitions.all().stream().skip(1).map(one -> one.name).toList();
    }

    public int limit() {
        return slots.limit();
    }

    public int guaranteed(Partition partition) {
        lock.lock();
        try {
            return partition.guaranteed();
        } finally {
            lock.unlock();
        }
    }

    /** Returns who waits, those first that have waited longest; of one partition alone if it is given. */
    public List<WaiterSnapshot> waiters(@Nullable Partition only) {
        List<Place> places = new ArrayList<>();
        lock.lock();
        try {
            for (Partition partition : partitions.all()) {
                if (only == null || partition.equals(only)) {
                    partition.line.addTo(places, WaiterSnapshot.MOST);
                }
            }
        } finally {
            lock.unlock();
        }
        long now = Parking.now();
        places.sort(Comparator.comparingLong(place -> place.since - now));
        List<WaiterSnapshot> waiters = new ArrayList<>();
        for (Place place : places.subList(0, Math.min(places.size(), WaiterSnapshot.MOST))) {
            waiters.add(new WaiterSnapshot(
                    place.waiter.threadName(), "a permit", Duration.ofNanos(Math.max(0, now - place.since))));
        }
        return waiters;
    }

    public AdmissionStats stats() {
        lock.lock();
        try {
            return partitions.stats(name, slots.limit(), slots.inFlight());
        } finally {
            lock.unlock();
        }
    }

    public AdmissionStats stats(Partition partition) {
        lock.lock();
        try {
            return partition.stats(nameOf(partition));
        } finally {
            lock.unlock();
        }
    }
}
