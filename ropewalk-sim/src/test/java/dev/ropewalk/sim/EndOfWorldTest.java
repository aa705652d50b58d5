package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.sim.engine.Ending;
import dev.ropewalk.sim.strategy.Attempt;
import dev.ropewalk.sim.strategy.Search;
import dev.ropewalk.sim.strategy.SearchStrategy;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A world that has ended holds no lock, and stands in no queue of one: real threads take what its threads have left. */
@SuppressWarnings({"WaitNotInLoop", "LockNotBeforeTry"}) // as the code of users may be
class EndOfWorldTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final Object monitor = new Object();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition condition = lock.newCondition();

    /** What the threads of a world do with what outlives it. */
    enum Use {
        ENTER {
            @Override
            void by(EndOfWorldTest test) {
                synchronized (test.monitor) {
                    Simulation.point(test);
                }
            }
        },
        LOCK {
            @Override
            void by(EndOfWorldTest test) {
                test.lock.lock();
                try {
                    Simulation.point(test);
                } finally {
                    test.lock.unlock();
                }
            }
        },
        WAIT {
            @Override
            void by(EndOfWorldTest test) throws InterruptedException {
                synchronized (test.monitor) {
                    test.monitor.wait();
                }
            }
        },
        AWAIT {
            @Override
            void by(EndOfWorldTest test) {
                test.lock.lock();
                try {
                    test.condition.awaitUninterruptibly();
                } finally {
                    test.lock.unlock();
                }
            }
        },
        SLEEP_IN_BOTH {
            @Override
            void by(EndOfWorldTest test) throws InterruptedException {
                synchronized (test.monitor) {
                    test.lock.lock();
                    try {
                        Thread.sleep(LONG);
                    } finally {
                        test.lock.unlock();
                    }
                }
            }
        },
        PARK_IN_BOTH {
            @Override
            void by(EndOfWorldTest test) throws InterruptedException {
                synchronized (test.monitor) {
                    test.lock.lock();
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        test.lock.unlock();
                    }
                }
            }
        };

        abstract void by(EndOfWorldTest test) throws InterruptedException;
    }

    private static SimulationOptions options(boolean virtual) {
        return SimulationOptions.defaults()
                .strategy(Strategy.roundRobin())
                .virtualThreads(virtual)
                .runs(1);
    }

    /** Runs a simulation that fails while its threads do something. */
    private void failDuring(Use use) {
        failOnce(simulation -> {
            for (int i = 0; i < 3; i++) {
                simulation.start("user", () -> {
                    try {
                        use.by(this);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
            }
        });
    }

    /** Runs one world, which fails after its threads have had turns. A campaign would repeat it, and wait each time. */
    private void failOnce(SimulationBody begin) {
        Attempt attempt = Objects.requireNonNull(
                SearchStrategy.of(Strategy.roundRobin()).search().next(1, 0));
        RunResult result = new SingleRun(options(true), simulation -> {
                    begin.run(simulation);
                    for (int i = 0; i < 4; i++) {
                        Simulation.point(this);
                    }
                    throw new IllegalStateException("the bug");
                })
                .run(attempt.choices());
        assertThat(result.ending().message()).contains("the bug");
    }

    private void takeAll() {
        synchronized (monitor) {
            lock.lock();
            lock.unlock();
        }
    }

    private static void requireEnd(Thread... threads) throws InterruptedException {
        for (Thread thread : threads) {
            assertThat(thread.join(LONG)).as("end of %s", thread).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(Use.class)
    void shouldLeaveNoLockBehind(Use use) throws InterruptedException {
        failDuring(use);
        requireEnd(Thread.ofPlatform().daemon().start(this::takeAll));
    }

    @ParameterizedTest
    @EnumSource(value = Use.class, names = "ENTER")
    void shouldLeaveNoMonitorBehindWithTheBaton(Use use) throws InterruptedException {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(options(false), simulation -> {
                    simulation.start("user", () -> enter(use));
                    for (int i = 0; i < 2; i++) {
                        Simulation.point(this);
                    }
                    throw new IllegalStateException("the bug");
                }))
                .withMessageContaining("the bug");
        requireEnd(Thread.ofPlatform().daemon().start(this::takeAll));
    }

    private void enter(Use use) {
        try {
            use.by(this);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The world's thread is the next owner when a real one leaves the monitor. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotBeTheNextOwnerForEver(boolean monitors) throws InterruptedException {
        var held = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        Thread real = Thread.ofPlatform().daemon().start(() -> {
            if (monitors) {
                synchronized (monitor) {
                    awaitBoth(held, release);
                }
            } else {
                lock.lock();
                awaitBoth(held, release);
                lock.unlock();
            }
        });
        held.await();
        failOnce(simulation -> simulation.start("user", () -> enter(monitors ? Use.ENTER : Use.LOCK)));
        Thread late = Thread.ofPlatform().daemon().start(this::takeAll);
        release.countDown();
        requireEnd(real, late, Thread.ofPlatform().daemon().start(this::takeAll));
    }

    private static void awaitBoth(CountDownLatch held, CountDownLatch release) {
        held.countDown();
        try {
            release.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A real thread that holds what a world needs only makes it wait. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWaitForARealThread(boolean monitors) throws InterruptedException {
        for (int run = 0; run < 3; run++) {
            var held = new CountDownLatch(1);
            var going = new CountDownLatch(1);
            Thread real = Thread.ofPlatform().daemon().start(() -> {
                if (monitors) {
                    synchronized (monitor) {
                        holdForAWhile(held, going);
                    }
                } else {
                    lock.lock();
                    holdForAWhile(held, going);
                    lock.unlock();
                }
            });
            held.await();
            Simulations.check(options(true), simulation -> {
                simulation.start("user", () -> {
                    going.countDown();
                    enter(monitors ? Use.ENTER : Use.LOCK);
                });
                simulation.run();
            });
            requireEnd(real);
        }
    }

    private static void holdForAWhile(CountDownLatch held, CountDownLatch going) {
        held.countDown();
        try {
            going.await();
            TimeUnit.MILLISECONDS.sleep(30);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Both use the lock of the stream. No run takes that for a deadlock; its steps may differ when it is repeated. */
    @Test
    void shouldPrintBesideRealThreads() throws InterruptedException {
        var stop = new CountDownLatch(1);
        var text = new java.io.PrintStream(java.io.OutputStream.nullOutputStream());
        Runnable print = () -> {
            while (stop.getCount() > 0) {
                text.println("real");
            }
        };
        Thread first = Thread.ofPlatform().daemon().start(print);
        Thread second = Thread.ofPlatform().daemon().start(print);
        var single = new SingleRun(options(true), simulation -> {
            simulation.start("printer", () -> text.println("simulated"));
            simulation.run();
        });
        Search search = SearchStrategy.of(Strategy.randomWalk()).search();
        Set<Ending> endings = new HashSet<>();
        for (int run = 0; run < 200; run++) {
            Attempt attempt = Objects.requireNonNull(search.next(1, run));
            endings.add(single.run(attempt.choices()).ending());
            attempt.end(true);
        }
        stop.countDown();
        requireEnd(first, second, Thread.ofPlatform().daemon().start(() -> text.println("late")));
        assertThat(endings).containsExactly(Ending.done());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldStopAndNameAThreadThatCatchesEverything(boolean virtual) {
        Logger logger = Logger.getLogger("dev.ropewalk.sim");
        var records = new Records();
        logger.addHandler(records);
        logger.setUseParentHandlers(false);
        try {
            assertThatExceptionOfType(SimulationFailure.class)
                    .isThrownBy(() -> Simulations.check(options(virtual), simulation -> {
                        simulation.start("stubborn", EndOfWorldTest::goOnForEver);
                        Simulation.point(simulation);
                        throw new IllegalStateException("the bug");
                    }))
                    .withMessageContaining("the bug");
        } finally {
            logger.removeHandler(records);
            logger.setUseParentHandlers(true);
        }
        assertThat(records.messages)
                .isNotEmpty()
                .allSatisfy(message -> assertThat(message).contains("stubborn"));
    }

    private static void goOnForEver() {
        boolean goesOn = true;
        while (goesOn) {
            try {
                Simulation.point(Records.class);
            } catch (Error ignored) {
                goesOn = true;
            }
        }
    }

    private static final class Records extends Handler {
        final List<String> messages = new CopyOnWriteArrayList<>();

        @Override
        public void publish(LogRecord logged) {
            messages.add(logged.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @Test
    void shouldFailWhenAThreadOfOnesOwnThrows() {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(options(true), simulation -> {
                    Thread.ofVirtual().start(() -> {
                        throw new IllegalStateException("thrown by a child");
                    });
                    simulation.run();
                }))
                .withMessageContaining("thrown by a child");
    }

    @Test
    void shouldKeepTheHandlerOfAThreadOfOnesOwn() {
        var caught = new CopyOnWriteArrayList<Throwable>();
        Simulations.check(options(true), simulation -> {
            Thread.ofVirtual()
                    .uncaughtExceptionHandler((_, thrown) -> caught.add(thrown))
                    .start(() -> {
                        throw new IllegalStateException("thrown by a child");
                    });
            simulation.run();
        });
        assertThat(caught).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRefuseToStartAThreadTwice(boolean virtual) {
        CampaignReport report = Simulations.check(options(virtual), simulation -> {
            Thread thread = simulation.scheduler().threadFactory().newThread(() -> Simulation.point(this));
            thread.start();
            assertThatExceptionOfType(IllegalThreadStateException.class).isThrownBy(thread::start);
            simulation.run();
        });
        assertThat(report.runs()).isEqualTo(1);
    }

    /** The thread was blocked when the task left the monitor as the last thing it did. */
    @Test
    void shouldGoOnWhenATaskLeavesAMonitorAtItsEnd() {
        CampaignReport report = Simulations.check(options(true).runs(20), simulation -> {
            var own = new Object();
            simulation.scheduler().execute(() -> {
                synchronized (own) {
                    Simulation.point(own);
                }
            });
            simulation.start("next", () -> {
                synchronized (own) {
                    Simulation.point(own);
                }
            });
            simulation.run();
        });
        assertThat(report.runs()).isEqualTo(20);
    }
}
