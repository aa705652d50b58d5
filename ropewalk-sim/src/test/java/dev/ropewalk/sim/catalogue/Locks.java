package dev.ropewalk.sim.catalogue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** The JDK's locks, and one of our own. */
final class Locks {
    private Locks() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.ofThreads("two transfers lock two accounts", Theme.LOCKS, Symptom.DEADLOCK, Locks::lockOrder)
                        .ofDepth(2),
                PlantedBug.ofThreads(
                                "a deadlock of four threads needs three preemptions",
                                Theme.LOCKS,
                                Symptom.DEADLOCK,
                                Locks::fourLocks)
                        .ofDepth(4),
                PlantedBug.ofThreads(
                                "a signal comes before the wait", Theme.LOCKS, Symptom.DEADLOCK, Locks::missedSignal)
                        .ofDepth(1),
                PlantedBug.ofThreads("a lock is handed over to two", Theme.LOCKS, Symptom.CHECK, Locks::unfairHandOver)
                        .inSimulationsOnly(),
                PlantedBug.ofThreads(
                        "a semaphore is released by those without",
                        Theme.LOCKS,
                        Symptom.CHECK,
                        Locks::releasedByOthers),
                PlantedBug.ofThreads(
                                "a reader and a writer take different locks",
                                Theme.LOCKS,
                                Symptom.CHECK,
                                Locks::wrongLock)
                        .from("wronglock of SCTBench: Thomson, Donaldson, Betts: Concurrency testing using schedule"
                                + " bounding, PPoPP 2014"),
                PlantedBug.ofThreads(
                        "a reader becomes a writer and doesn't look again", Theme.LOCKS, Symptom.CHECK, Locks::upgrade),
                PlantedBug.ofThreads(
                        "an optimistic read isn't validated", Theme.LOCKS, Symptom.CHECK, Locks::optimisticRead));
    }

    private static void lockOrder(ThreadWorld world, boolean mended) {
        Lock[] accounts = {new ReentrantLock(), new ReentrantLock()};
        for (int i = 0; i < 2; i++) {
            Lock first = accounts[mended ? 0 : i];
            Lock second = accounts[mended ? 1 : 1 - i];
            Tasks.start(world, "transfer-" + i, () -> Tasks.locked(first, () -> Tasks.locked(second, () -> {})));
        }
        world.run();
    }

    private static void fourLocks(ThreadWorld world, boolean mended) {
        int threads = 4;
        List<Lock> locks = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            locks.add(new ReentrantLock());
        }
        for (int i = 0; i < threads; i++) {
            boolean otherWay = mended && i == threads - 1;
            Lock first = locks.get(otherWay ? 0 : i);
            Lock second = locks.get(otherWay ? i : (i + 1) % threads);
            Tasks.start(world, "thread-" + i, () -> Tasks.locked(first, () -> Tasks.locked(second, () -> {})));
        }
        world.run();
    }

    @SuppressWarnings("WaitNotInLoop") // this is the bug
    private static void missedSignal(ThreadWorld world, boolean mended) {
        Lock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        var isReady = new boolean[1];
        Tasks.start(
                world,
                "waiter",
                () -> Tasks.locked(lock, () -> {
                    if (mended) {
                        while (!isReady[0]) {
                            changed.await();
                        }
                    } else {
                        changed.await();
                    }
                }));
        Tasks.start(
                world,
                "signaller",
                () -> Tasks.locked(lock, () -> {
                    isReady[0] = true;
                    changed.signal();
                }));
        world.run();
    }

    /** A lock for simulated threads; its fields change between points only. */
    private static final class HandOverLock {
        private final boolean mended;
        private final Queue<Waiter> waiting = new ArrayDeque<>();
        private boolean isLocked;

        HandOverLock(boolean mended) {
            this.mended = mended;
        }

        private static final class Waiter {
            private final Thread thread = Thread.currentThread();
            private boolean isNext;
        }

        void lock() {
            Points.before(this);
            if (isLocked) {
                var waiter = new Waiter();
                waiting.add(waiter);
                while (!waiter.isNext) {
                    LockSupport.park(this);
                }
            }
            isLocked = true;
        }

        void unlock() {
            Points.before(this);
            Waiter next = waiting.poll();
            isLocked = mended && next != null;
            if (next != null) {
                next.isNext = true;
                LockSupport.unpark(next.thread);
            }
        }
    }

    private static void unfairHandOver(ThreadWorld world, boolean mended) {
        var lock = new HandOverLock(mended);
        var section = new CriticalSection();
        for (int i = 0; i < 3; i++) {
            world.start("thread-" + i, () -> {
                lock.lock();
                section.pass();
                lock.unlock();
            });
        }
        world.run();
    }

    private static void releasedByOthers(ThreadWorld world, boolean mended) {
        var semaphore = new Semaphore(1);
        var section = new CriticalSection();
        for (int i = 0; i < 3; i++) {
            world.start("thread-" + i, () -> {
                Points.before(semaphore);
                boolean acquired = semaphore.tryAcquire();
                try {
                    if (acquired) {
                        section.pass();
                    }
                } finally {
                    if (acquired || !mended) {
                        Points.before(semaphore);
                        semaphore.release();
                    }
                }
            });
        }
        world.run();
    }

    private static void wrongLock(ThreadWorld world, boolean mended) {
        Lock writing = new ReentrantLock();
        Lock reading = mended ? writing : new ReentrantLock();
        var left = new Shared<>(1);
        var right = new Shared<>(1);
        Tasks.start(
                world,
                "writer",
                () -> Tasks.locked(writing, () -> {
                    left.set(2);
                    right.set(2);
                }));
        Tasks.start(
                world,
                "reader",
                () -> Tasks.locked(reading, () -> Checks.equal(left.get(), right.get(), "left and right")));
        world.run();
    }

    private static void upgrade(ThreadWorld world, boolean mended) {
        var lock = new ReentrantReadWriteLock();
        var isLoaded = new boolean[1];
        var loads = new int[1];
        for (int i = 0; i < 2; i++) {
            Tasks.start(world, "reader-" + i, () -> {
                var found = new boolean[1];
                Tasks.locked(lock.readLock(), () -> found[0] = isLoaded[0]);
                if (!found[0]) {
                    Tasks.locked(lock.writeLock(), () -> {
                        if (!mended || !isLoaded[0]) {
                            loads[0]++;
                            isLoaded[0] = true;
                        }
                    });
                }
            });
        }
        world.run();
        Checks.equal(1, loads[0], "loads");
    }

    private static void optimisticRead(ThreadWorld world, boolean mended) {
        var lock = new StampedLock();
        var left = new Shared<>(1);
        var right = new Shared<>(1);
        Tasks.start(
                world,
                "writer",
                () -> Tasks.locked(lock.asWriteLock(), () -> {
                    left.set(2);
                    right.set(2);
                }));
        Tasks.start(world, "reader", () -> {
            Points.before(lock);
            long stamp = lock.tryOptimisticRead();
            int seenLeft = left.get();
            int seenRight = right.get();
            if (!mended) {
                Checks.equal(seenLeft, seenRight, "left and right");
            } else if (stamp != 0 && lock.validate(stamp)) {
                Checks.equal(seenLeft, seenRight, "left and right, validated");
            } else {
                Tasks.locked(lock.asReadLock(), () -> Checks.equal(left.get(), right.get(), "left and right, locked"));
            }
        });
        world.run();
    }
}
