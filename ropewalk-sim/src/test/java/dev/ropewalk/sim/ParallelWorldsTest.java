package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.engine.Ending;
import dev.ropewalk.sim.strategy.SearchStrategy;
import dev.ropewalk.testing.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several worlds in one JVM at once: each takes the steps that it takes alone. */
class ParallelWorldsTest {
    private static final long SEEDS = Long.getLong("ropewalk.sim.worlds.seeds", Sample.of(8, 20));

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void shouldTakeTheSameStepsInTheWholeHouse(int worlds) throws Exception {
        shouldTakeTheSameSteps(worlds, SimulationOptions.defaults(), WholeHouse.fresh());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void shouldTakeTheSameStepsWithMonitors(int worlds) throws Exception {
        shouldTakeTheSameSteps(worlds, SimulationOptions.defaults(), ParallelWorldsTest::passByMonitors);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void shouldTakeTheSameStepsWithLocksAndQueuesOfTheJdk(int worlds) throws Exception {
        shouldTakeTheSameSteps(worlds, SimulationOptions.defaults(), ParallelWorldsTest::passByLocks);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void shouldTakeTheSameStepsWithSleeps(int worlds) throws Exception {
        shouldTakeTheSameSteps(worlds, SimulationOptions.defaults(), ParallelWorldsTest::sleep);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void shouldTakeTheSameStepsWithTheBaton(int worlds) throws Exception {
        shouldTakeTheSameSteps(
                worlds, SimulationOptions.defaults().virtualThreads(false), ParallelWorldsTest::passByPoints);
    }

    private static void shouldTakeTheSameSteps(int worlds, SimulationOptions options, SimulationBody body)
            throws Exception {
        List<Long> alone = hashes(options, body);
        try (ExecutorService threads = Executors.newFixedThreadPool(worlds)) {
            List<Callable<List<Long>>> tasks = new ArrayList<>();
            for (int i = 0; i < worlds; i++) {
                tasks.add(() -> hashes(options, body));
            }
            for (Future<List<Long>> together : threads.invokeAll(tasks)) {
                assertThat(together.get()).isEqualTo(alone);
            }
        }
    }

    private static List<Long> hashes(SimulationOptions options, SimulationBody body) {
        var single = new SingleRun(options, body);
        List<Long> hashes = new ArrayList<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            var search = SearchStrategy.of(Strategy.randomWalk()).search();
            RunResult result =
                    single.run(Objects.requireNonNull(search.next(seed, 0)).choices());
            assertThat(result.ending().kind()).as(result.ending().message()).isEqualTo(Ending.Kind.DONE);
            hashes.add(result.hash());
        }
        return hashes;
    }

    private static void passByPoints(Simulation simulation) {
        var count = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            simulation.start("adder", () -> {
                for (int j = 0; j < 3; j++) {
                    Simulation.point(count);
                    count.incrementAndGet();
                }
            });
        }
        simulation.run();
        assertThat(count).hasValue(9);
    }

    private static void passByMonitors(Simulation simulation) throws Exception {
        var monitor = new Object();
        int[] turn = new int[1];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int own = i;
            threads.add(simulation.start("party", () -> {
                synchronized (monitor) {
                    while (turn[0] != own) {
                        uninterrupted(monitor::wait);
                    }
                    Simulation.point(turn);
                    turn[0]++;
                    monitor.notifyAll();
                }
            }));
        }
        for (int i = 0; i < 4; i++) {
            threads.add(simulation.start("guest", () -> {
                synchronized (monitor) {
                    Simulation.point(monitor);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(turn[0]).isEqualTo(4);
    }

    private static void passByLocks(Simulation simulation) throws Exception {
        var lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        var permits = new Semaphore(2);
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        var future = new CompletableFuture<Integer>();
        var sum = new AtomicInteger();
        simulation.start("joiner", () -> sum.addAndGet(future.join()));
        simulation.start("waiter", () -> {
            lock.lock();
            try {
                while (sum.get() < 3) {
                    changed.awaitUninterruptibly();
                }
            } finally {
                lock.unlock();
            }
            future.complete(10);
        });
        for (int i = 0; i < 3; i++) {
            simulation.start(
                    "putter",
                    () -> uninterrupted(() -> {
                        permits.acquire();
                        Simulation.point(permits);
                        queue.put(1);
                        permits.release();
                    }));
        }
        Thread taker = simulation.start(
                "taker",
                () -> uninterrupted(() -> {
                    for (int i = 0; i < 3; i++) {
                        int taken = queue.take();
                        lock.lock();
                        try {
                            sum.addAndGet(taken);
                            changed.signalAll();
                        } finally {
                            lock.unlock();
                        }
                    }
                }));
        taker.join();
        simulation.run();
        assertThat(sum).hasValue(13);
    }

    @SuppressWarnings("WaitNotInLoop") // it waits for the time to pass
    private static void sleep(Simulation simulation) throws Exception {
        var monitor = new Object();
        List<Integer> order = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int own = i;
            threads.add(simulation.start(
                    "sleeper",
                    () -> uninterrupted(() -> {
                        Thread.sleep(2L * own + 1);
                        order.add(own);
                    })));
        }
        threads.add(Thread.ofVirtual().start(() -> uninterrupted(() -> TimeUnit.MILLISECONDS.sleep(1))));
        threads.add(simulation.start(
                "timed",
                () -> uninterrupted(() -> {
                    synchronized (monitor) {
                        monitor.wait(2);
                    }
                })));
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(order).containsExactlyInAnyOrder(0, 1, 2);
    }

    private interface Interruptible {
        void run() throws InterruptedException;
    }

    private static void uninterrupted(Interruptible body) {
        try {
            body.run();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
