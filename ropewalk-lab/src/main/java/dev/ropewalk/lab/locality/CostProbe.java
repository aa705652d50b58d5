package dev.ropewalk.lab.locality;

import dev.ropewalk.sim.machine.CostTable;
import dev.ropewalk.sim.machine.Reach;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures on this machine what a {@link CostTable} holds, as far as two cores that share a last-level cache can show it; what lies
 * beyond is left as it was published. Each figure is the least of many short measurements, so that what else runs on the
 * machine hardly counts. Takes about two seconds.
 */
final class CostProbe {
    private static final int REPEATS = 30;
    private static final int KIB = 1024;
    private static final int MIB = 1024 * KIB;
    private static final int MAX_STEPS = 20_000;
    private static final int ACCESSES = 20_000;
    private static final int TASKS = 5_000;
    /** How many times as often tasks are measured: they need compiled code. */
    private static final int TASK_TIMES = 3;

    private static final int BOUNCES = 100;

    /** Gets what is computed, so that it has to be. */
    @SuppressWarnings("UnusedVariable")
    private static volatile long sink;

    private static @Nullable CostTable measured;

    private final CostTable published = CostTable.published();
    private final Map<Reach, Double> alone = new EnumMap<>(published.alone());
    private final Map<Reach, Double> among = new EnumMap<>(published.among());

    private final int repeats;

    private CostProbe(int repeats) {
        this.repeats = repeats;
    }

    /** Returns the costs of this machine, which are measured at the first call in this JVM. */
    static synchronized CostTable once() throws InterruptedException {
        CostTable known = measured;
        if (known == null) {
            known = measure(REPEATS);
            measured = known;
        }
        return known;
    }

    /** Measures the costs of this machine; each figure is the least of so many. */
    static CostTable measure(int repeats) throws InterruptedException {
        return new CostProbe(repeats).table();
    }

    private CostTable table() throws InterruptedException {
        double access = randomAccess(KIB);
        level(Reach.LEVEL1, 16 * KIB, access);
        level(Reach.LEVEL2, 512 * KIB, access);
        level(Reach.LEVEL3, 2 * MIB, access);
        level(Reach.MEMORY, 64 * MIB, access);
        double atomic = least(CostProbe::atomics, ACCESSES);
        alone.put(Reach.PEER, Math.max(cost(alone, Reach.LEVEL3), bounce() - atomic));
        among.put(Reach.PEER, cost(among, Reach.LEVEL3) * cost(alone, Reach.PEER) / cost(alone, Reach.LEVEL3));
        var withoutTasks = new CostTable(
                "measured",
                alone,
                among,
                access,
                atomic,
                least(CostProbe::clocks, ACCESSES),
                least(CostProbe::spins, ACCESSES),
                published.unpark(),
                wakeUp(),
                0,
                0,
                0);
        return withoutTasks.withTasks(
                task(Pools.ROPEWALK_PINNED, withoutTasks),
                task(Pools.DEDICATED, withoutTasks),
                task(Pools.WORKSTEALING, withoutTasks));
    }

    private static double cost(Map<Reach, Double> costs, Reach reach) {
        return costs.getOrDefault(reach, 0.0);
    }

    /** Measures tasks that do nothing but submit themselves again, with one worker; returns what the model doesn't account for. */
    private double task(Pools pools, CostTable costs) throws InterruptedException {
        return Math.max(0, task(pools) - Model.taskNanos(pools, costs));
    }

    private void level(Reach reach, int bytes, double access) {
        alone.put(reach, chase(bytes));
        among.put(reach, Math.max(0, randomAccess(bytes) - access));
    }

    /** Returns the nanoseconds of one of so many steps, at its best. */
    private double least(LongSupplier steps, int count) {
        double best = Double.MAX_VALUE;
        for (int repeat = 0; repeat < repeats; repeat++) {
            long start = System.nanoTime();
            sink = steps.getAsLong();
            best = Math.min(best, (double) (System.nanoTime() - start) / count);
        }
        return best;
    }

    /** Measures the workload's own loop, whose accesses don't depend on each other. */
    private double randomAccess(int bytes) {
        var state = new PrivateState(bytes, ACCESSES, 1);
        state.begin();
        return least(
                () -> {
                    state.process();
                    return state.checksum();
                },
                ACCESSES);
    }

    /** Measures accesses each of which depends on the one before: a walk through all lines in a random circle. */
    private double chase(int bytes) {
        int lines = bytes / 64;
        int[] next = new int[lines * 16];
        int[] order = new Random(1).ints(0, Integer.MAX_VALUE).limit(lines).toArray();
        int[] circle = shuffled(order);
        for (int k = 0; k < lines; k++) {
            next[16 * circle[k]] = 16 * circle[(k + 1) % lines];
        }
        int[] at = {0};
        int steps = Math.min(lines, MAX_STEPS);
        return least(
                () -> {
                    int place = at[0];
                    for (int k = 0; k < steps; k++) {
                        place = next[place];
                    }
                    at[0] = place;
                    return place;
                },
                steps);
    }

    private static int[] shuffled(int[] chances) {
        int[] values = new int[chances.length];
        for (int k = 0; k < values.length; k++) {
            int other = chances[k] % (k + 1);
            values[k] = values[other];
            values[other] = k;
        }
        return values;
    }

    @SuppressWarnings("UnnecessaryAsync") // its cost is what is asked for
    private static long atomics() {
        var counter = new AtomicLong();
        for (int k = 0; k < ACCESSES; k++) {
            counter.getAndIncrement();
        }
        return counter.get();
    }

    private static long clocks() {
        long sum = 0;
        for (int k = 0; k < ACCESSES; k++) {
            sum += System.nanoTime();
        }
        return sum;
    }

    private static long spins() {
        for (int k = 0; k < ACCESSES; k++) {
            Thread.onSpinWait();
        }
        return 0;
    }

    /** Measures how long a line takes from one core to the other, in two threads that answer each other awake. */
    private double bounce() throws InterruptedException {
        var ball = new AtomicInteger();
        int all = 2 * BOUNCES * repeats;
        Thread partner = Thread.ofPlatform().daemon().start(() -> {
            for (int k = 1; k < all; k += 2) {
                while (ball.get() != k) {
                    Thread.onSpinWait();
                }
                ball.getAndIncrement();
            }
        });
        int[] at = {0};
        double best = least(
                () -> {
                    int end = at[0] + 2 * BOUNCES;
                    for (int k = at[0]; k < end; k += 2) {
                        ball.getAndIncrement();
                        while (ball.get() != k + 2) {
                            Thread.onSpinWait();
                        }
                    }
                    at[0] = end;
                    return end;
                },
                2 * BOUNCES);
        partner.join();
        return best;
    }

    /** Measures how long it takes from waking a thread until it runs, in two threads that wake each other. */
    private double wakeUp() throws InterruptedException {
        var ball = new AtomicInteger();
        Thread self = Thread.currentThread();
        int wakes = 20;
        int all = 2 * wakes * repeats;
        Thread partner = Thread.ofPlatform().daemon().start(() -> {
            for (int k = 1; k < all; k += 2) {
                while (ball.get() != k) {
                    LockSupport.park(ball);
                }
                ball.set(k + 1);
                LockSupport.unpark(self);
            }
        });
        int[] at = {0};
        double best = least(
                () -> {
                    int end = at[0] + 2 * wakes;
                    for (int k = at[0]; k < end; k += 2) {
                        ball.set(k + 1);
                        LockSupport.unpark(partner);
                        while (ball.get() != k + 2) {
                            LockSupport.park(ball);
                        }
                    }
                    at[0] = end;
                    return end;
                },
                2 * wakes);
        partner.join();
        return best;
    }

    private double task(Pools pools) throws InterruptedException {
        try (Pool pool = pools.open(1, Model.PROBE_TASKS)) {
            double best = Double.MAX_VALUE;
            for (int repeat = 0; repeat < TASK_TIMES * repeats; repeat++) {
                var done = new CountDownLatch(Model.PROBE_TASKS);
                long start = System.nanoTime();
                for (int k = 0; k < Model.PROBE_TASKS; k++) {
                    new Again(pool.executorOf(k), done).run();
                }
                done.await();
                best = Math.min(best, (double) (System.nanoTime() - start) / (Model.PROBE_TASKS * TASKS));
            }
            return best;
        }
    }

    private static final class Again implements Runnable {
        private final Executor executor;
        private final CountDownLatch done;
        private int left = TASKS;

        Again(Executor executor, CountDownLatch done) {
            this.executor = executor;
            this.done = done;
        }

        @Override
        public void run() {
            left--;
            if (left > 0) {
                executor.execute(this);
            } else {
                done.countDown();
            }
        }
    }
}
