package dev.ropewalk.scheduler.worker;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.scheduler.SoftTask;
import dev.ropewalk.scheduler.event.StealEvent;
import dev.ropewalk.scheduler.queue.Inbox;
import dev.ropewalk.scheduler.queue.WorkDeque;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.VirtualThreadTask;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a worker takes work from others.
 *
 * <p>The rule (its reasons are in ADR 0003): what is free, a plain task or a strand without home, may be taken at once. A
 * strand with soft affinity, or a {@link SoftTask} that a worker has submitted to itself, may be taken only from a worker
 * where something has waited for longer than the price of a move, or that is held up. A strand that its worker has set
 * aside for a round may be taken only if the worker is held up. Pinned strands are never taken.
 *
 * <p>Victims: first those that share the last-level cache, then the rest. Within each group the longer of two random ones
 * is tried first, and then all of them, so that a thief that finds nothing knows that there was nothing. From a deque it
 * takes up to half. From an inbox, whose length is unknown, it takes a few free items; what is too much for it others
 * take from its deque.
 */
final class Thief {
    private static final int MAX_LOOT = 32;

    /** How much was taken from whom. */
    final StealCounts steals = new StealCounts();

    private final WorkerHost host;
    private final WorkerTable table;
    private final Caches caches;
    private final Worker self;
    /** What is taken from an inbox under its lock, the oldest first. */
    private final @Nullable Object[] loot = new @Nullable Object[MAX_LOOT + 1];

    private volatile int cpu = -1;

    Thief(WorkerHost host, Worker self) {
        this.host = host;
        this.table = host.table;
        this.caches = host.caches;
        this.self = self;
    }

    /** Returns something to run, having put what else was taken into the own deque; null if there was nothing. */
    @Nullable
    Object steal() {
        int count = table.count();
        if (count == 1) {
            return null;
        }
        int start = host.random().nextInt(count);
        if (!caches.areSeveral()) {
            return stealFromAny(count, start, false, false);
        }
        cpu = host.currentCpu();
        Object item = stealFromAny(count, start, true, true);
        return item != null ? item : stealFromAny(count, start, true, false);
    }

    private @Nullable Object stealFromAny(int count, int start, boolean grouped, boolean near) {
        Worker longer = longerOfTwo(count, start);
        if (longer != self && (!grouped || isNear(longer) == near)) {
            Object item = stealFrom(longer);
            if (item != null) {
                return item;
            }
        }
        for (int i = 0; i < count; i++) {
            Worker victim = table.get((start + i) % count);
            if (victim != self && (!grouped || isNear(victim) == near)) {
                Object item = stealFrom(victim);
                if (item != null) {
                    return item;
                }
            }
        }
        return null;
    }

    private Worker longerOfTwo(int count, int start) {
        Worker one = table.get(start);
        Worker other = table.get(host.random().nextInt(count));
        return one.deque.size() >= other.deque.size() ? one : other;
    }

    private boolean isNear(Worker victim) {
        return caches.areShared(cpu, victim.lastCpu());
    }

    private @Nullable Object stealFrom(Worker victim) {
        boolean anything = host.mayRob(self, victim);
        Object item = stealFromDeque(victim, anything);
        if (item == null) {
            item = stealFromInbox(victim, anything);
        }
        if (item == null && victim.status.isHeldUp()) {
            item = victim.takeParkedStrand();
        }
        if (item != null) {
            steals.add(victim.id(), 1);
            if (FlightRecorderState.isUsed()) {
                record(victim);
            }
        }
        return item;
    }

    private void record(Worker victim) {
        try {
            StealEvent.record(host.options.name(), self.id(), victim.id());
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }

    private @Nullable Object stealFromDeque(Worker victim, boolean anything) {
        WorkDeque deque = victim.deque;
        Object first = takeOne(deque, anything);
        if (first == null) {
            return null;
        }
        int more = room(Math.min(MAX_LOOT, deque.size() / 2));
        int taken = 0;
        while (taken < more) {
            Object item = takeOne(deque, anything);
            if (item == null) {
                break;
            }
            self.deque.push(item);
            taken++;
        }
        steals.add(victim.id(), taken);
        return first;
    }

    /** Returns how many items may be taken to be put into the own deque: none if there is no memory for them. */
    private int room(int wanted) {
        return wanted == 0 || self.deque.makeRoom(wanted) ? wanted : 0;
    }

    private static @Nullable Object takeOne(WorkDeque deque, boolean anything) {
        for (; ; ) {
            long head = deque.headIndex();
            Object item = deque.peekAt(head);
            if (item == null || !(anything || isFree(item))) {
                return null;
            }
            if (deque.takeAt(head)) {
                return item;
            }
        }
    }

    private @Nullable Object stealFromInbox(Worker victim, boolean anything) {
        Inbox inbox = victim.inbox;
        if (inbox.isEmpty()) {
            return null;
        }
        int most = 1 + room(MAX_LOOT);
        if (!inbox.tryLock()) {
            return null;
        }
        int taken = 0;
        try {
            while (taken < most) {
                Object item = inbox.peekLocked();
                if (item == null || !(isFreeInInbox(item) || (anything && taken == 0)) || inbox.pollLocked() == null) {
                    break;
                }
                loot[taken++] = item;
            }
        } finally {
            inbox.unlock();
        }
        if (taken == 0) {
            return null;
        }
        for (int i = taken - 1; i > 0; i--) {
            self.deque.push(take(i));
        }
        steals.add(victim.id(), taken - 1);
        return take(0);
    }

    private Object take(int i) {
        Object item = Objects.requireNonNull(loot[i]);
        loot[i] = null;
        return item;
    }

    static boolean isFree(Object item) {
        if (item instanceof SerialStrand strand) {
            return strand.isFree();
        }
        return !(item instanceof VirtualThreadTask || item instanceof SoftTask);
    }

    /** A soft task that has come from elsewhere is as good here as there. */
    private static boolean isFreeInInbox(Object item) {
        return item instanceof SoftTask || isFree(item);
    }

    /** Returns the CPU on which this worker last looked for work, or -1. */
    int lastCpu() {
        return cpu;
    }
}
