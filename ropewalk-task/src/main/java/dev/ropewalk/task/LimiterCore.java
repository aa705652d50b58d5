package dev.ropewalk.task;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What all views of a limiter share: the {@link SlotWord}, and under one lock those who wait. A limiter with several partitions
 * has its guard up for ever, because a slot that is taken or given there changes two counts.
 *
 * <p>Invariant when the lock is free: if anyone waits, no slot is free and the guard is up.
 */
final class LimiterCore {
    /** What came of an attempt to wait. */
    enum Entry {
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
    private final BriefLock lock = new BriefLock();
    private int waiting;

    LimiterCore(
            String name, int limit, @Nullable LimitAlgorithm algorithm, int maxWaiting, List<Partition> partitions) {
        this.name = name;
        this.maxWaiting = maxWaiting;
        this.partitions = new Partitions(partitions);
        this.partitioned = this.partitions.areSeveral();
        this.slots = new SlotWord(limit);
        this.adaptive = algorithm == null ? null : new AdaptiveLimit(algorithm, limit, this::moveLimit);
        this.partitions.limitIs(limit);
        if (partitioned) {
            slots.guard();
        }
    }

    /** Takes a free slot; null if there is none. */
    @Nullable
    LimiterPermit tryTake(Partition partition) {
        int inFlight = slots.tryTake();
        if (inFlight != SlotWord.NONE) {
            partition.admitted.increment();
            return permit(partition, inFlight);
        }
        return partitioned ? takeLocked(partition) : null;
    }

    private @Nullable LimiterPermit takeLocked(Partition partition) {
        lock.lock();
        try {
            int inFlight = slots.take();
            return inFlight == SlotWord.NONE ? null : admit(partition, inFlight);
        } finally {
            lock.unlock();
        }
    }

    private LimiterPermit admit(Partition partition, int inFlight) {
        count(partition);
        return permit(partition, inFlight);
    }

    /** Grants a waiter a free slot; else lets it wait in its place, if it may. */
    Entry enter(Place place) {
        Partition partition = place.partition;
        lock.lock();
        try {
            boolean mayWait = partition.line.size() < maxWaiting;
            int inFlight = mayWait ? slots.takeOrGuard() : slots.take();
            if (inFlight != SlotWord.NONE) {
                boolean granted = place.waiter.grant(admit(partition, inFlight));
                assert granted : "nobody else knows it";
                return Entry.ADMITTED;
            }
            if (!mayWait) {
                return Entry.FULL;
            }
            partition.line.add(place);
            waiting++;
            return Entry.WAITING;
        } finally {
            lock.unlock();
        }
    }

    /** Clears the place of a waiter that has withdrawn. */
    void leave(Place place) {
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
        var granted = new Granted();
        lock.lock();
        try {
            slots.give();
            if (partitioned) {
                partition.inFlight--;
            }
            admitWaiting(granted);
        } finally {
            lock.unlock();
        }
        granted.wake();
    }

    void setLimit(int limit) {
        var granted = new Granted();
        moveLimit(granted, limit);
        granted.wake();
    }

    private void moveLimit(Granted granted, int limit) {
        lock.lock();
        try {
            slots.setLimit(limit);
            partitions.limitIs(limit);
            admitWaiting(granted);
        } finally {
            lock.unlock();
        }
    }

    /** Hands free slots to those who wait. A waiter that has withdrawn is passed over; its thread finds its place cleared. */
    private void admitWaiting(Granted granted) {
        while (waiting > 0) {
            int inFlight = slots.take();
            if (inFlight == SlotWord.NONE) {
                return;
            }
            Place next = partitions.next();
            waiting--;
            if (next.waiter.grant(permit(next.partition, inFlight))) {
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

    private LimiterPermit permit(Partition partition, int inFlight) {
        return adaptive == null
                ? new LimiterPermit(this, partition)
                : new MeasuredPermit(this, partition, adaptive, inFlight);
    }

    private void count(Partition partition) {
        partition.admitted.increment();
        if (partitioned) {
            partition.inFlight++;
        }
    }

    String name() {
        return name;
    }

    String nameOf(Partition partition) {
        return partition.name.isEmpty() ? name : name + "/" + partition.name;
    }

    int maxWaiting() {
        return maxWaiting;
    }

    @Nullable
    AdaptiveLimit adaptive() {
        return adaptive;
    }

    /** Returns the partition of requests that name none. */
    Partition unnamed() {
        return partitions.all().getFirst();
    }

    @Nullable
    Partition find(String partition) {
        for (Partition one : partitions.all()) {
            if (one.name.equals(partition)) {
                return one;
            }
        }
        return null;
    }

    List<String> names() {
        return partitions.all().stream().skip(1).map(one -> one.name).toList();
    }

    int limit() {
        return slots.limit();
    }

    int guaranteed(Partition partition) {
        lock.lock();
        try {
            return partition.guaranteed();
        } finally {
            lock.unlock();
        }
    }

    AdmissionStats stats() {
        lock.lock();
        try {
            return partitions.stats(name, slots.limit(), slots.inFlight());
        } finally {
            lock.unlock();
        }
    }

    AdmissionStats stats(Partition partition) {
        lock.lock();
        try {
            return partition.stats(nameOf(partition));
        } finally {
            lock.unlock();
        }
    }
}
