package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.task.BoundedExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left over at the end of a run, and waits that end only after it. */
class LeaksTest {
    private static final Duration LONG = Duration.ofDays(2);

    private static SimulationOptions options(boolean virtual) {
        return SimulationOptions.defaults()
                .name("leaks")
                .strategy(Strategy.randomWalk())
                .virtualThreads(virtual)
                .runs(3);
    }

    private static String failure(SimulationOptions options, SimulationBody body) {
        SimulationFailure failure = assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(options, body))
                .actual();
        SimulationFailure again = assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.replay(failure.replay(), options, body))
                .actual();
        String told = String.valueOf(failure.getMessage());
        assertThat(again)
                .hasMessageContaining(told.lines().findFirst().orElseThrow().replaceFirst(".*\\): ", ""));
        return told;
    }

    private static ActorSystem system(Simulation simulation) {
        return ActorSystem.builder("bank").scheduler(simulation.scheduler()).build();
    }

    /** Opens one of everything. */
    private static void openAll(Simulation simulation) {
        Scheduler scheduler = simulation.scheduler();
        system(simulation).<String>spawnBlocking(inbox -> inbox.receive());
        ProcessScope.open(scheduler);
        var _ = BoundedExecutor.builder(1).name("pool").scheduler(scheduler).build();
        var _ = Pipeline.builder(Object::new)
                .name("line")
                .scheduler(scheduler)
                .stage("stage", (event, sequence, endOfBatch) -> {})
                .build();
        Journal.open(simulation.disk().path("/journal"));
        scheduler.schedule(scheduler.newStrand(), () -> {}, LONG);
        scheduler.<String>newMessageStrand(Placement.SOFT, message -> {}).send("never handled");
        simulation.run();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNameAllThatIsLeft(boolean virtual) {
        assertThat(failure(options(virtual).noLeaks(true), LeaksTest::openAll))
                .contains("the run has ended, but this is left over")
                .contains("\n    ActorSystem[bank], which #0 main has opened, isn't closed\n        at "
                        + LeaksTest.class.getName() + ".system(")
                .contains("\n    ProcessScope[", "\n    BoundedExecutor[pool", "\n    pipeline line, which #0 main")
                .contains("\n    a Journal, which #0 main has opened, isn't closed")
                .contains("\n    a thread: #", " waits for inbox of ", ", since PT0S of virtual time")
                .contains("\n    Timer[", ", due at PT48H of virtual time\n        armed by #0 main")
                .contains(", which has work that waits, wasn't started");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldSayNothingUnlessAsked(boolean virtual) {
        assertThatNoException().isThrownBy(() -> Simulations.check(options(virtual), LeaksTest::openAll));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAcceptWhatWasClosed(boolean virtual) {
        assertThatNoException()
                .isThrownBy(() -> Simulations.check(options(virtual).noLeaks(true), simulation -> {
                    Scheduler scheduler = simulation.scheduler();
                    try (ActorSystem system = system(simulation);
                            ProcessScope scope = ProcessScope.open(scheduler);
                            BoundedExecutor executor = BoundedExecutor.builder(1)
                                    .scheduler(scheduler)
                                    .build();
                            Pipeline<Object> pipeline = Pipeline.builder(Object::new)
                                    .stage("stage", (event, sequence, endOfBatch) -> {})
                                    .build()) {
                        system.<String>spawnBlocking(inbox -> inbox.receive());
                        scope.spawn(() -> simulation.scheduler().parkNanos(this, 1));
                        executor.execute(() -> {});
                        pipeline.publish((event, sequence) -> {});
                        scope.join();
                        Timer timer = scheduler.schedule(scheduler.newStrand(), () -> {}, LONG);
                        simulation.run();
                        timer.cancel();
                    }
                }));
    }

    /** The end of a journal waits by the JDK's means, which needs virtual threads. */
    @Test
    void shouldAcceptAJournalThatWasClosed() {
        assertThatNoException()
                .isThrownBy(() -> Simulations.check(options(true).noLeaks(true), simulation -> {
                    Journal journal = Journal.open(simulation.disk().path("/journal"));
                    simulation.run();
                    journal.close();
                }));
    }

    /** It can't give back what it has, and that is no bug. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotJudgeARunInWhichAPartyIsStoppedForEver(boolean virtual) {
        SimulationOptions options = options(virtual).noLeaks(true).faultAt(Fault.LOST_PERMIT, "", 1);
        assertThatNoException()
                .isThrownBy(() -> Simulations.check(options, simulation -> {
                    Limiter limiter = Limiter.fixed(1).build();
                    simulation.start("user", () -> {
                        ActorSystem system = system(simulation);
                        limiter.tryAcquire().orElseThrow().succeed();
                        system.close();
                    });
                    simulation.run();
                }));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellAPropertyBeforeWhatIsLeft(boolean virtual) {
        assertThat(failure(options(virtual).noLeaks(true), simulation -> {
                    simulation.eventually("the total is right", () -> false);
                    system(simulation);
                    simulation.run();
                }))
                .contains("the total is right")
                .doesNotContain("left over");
    }

    // Timeouts beyond the longest time

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellAWaitThatEndsOnlyBeyondMaxTime(boolean virtual) {
        assertThat(failure(options(virtual), simulation -> {
                    simulation.runFor(Duration.ofSeconds(1));
                    simulation.start("patient", () -> simulation.scheduler().parkNanos("its turn", LONG.toNanos()));
                    simulation.run();
                }))
                .contains("nothing can happen any more", "patient waits for its turn, since PT1S of virtual time")
                .contains(", until PT48H1S of virtual time, which is beyond maxTime");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellAWaitWithoutATimeoutAsOne(boolean virtual) {
        assertThat(failure(options(virtual), simulation -> {
                    simulation.start("patient", () -> {
                        simulation.scheduler().parkNanos("its turn", 1);
                        simulation.scheduler().parkNanos("its turn", Parking.FOREVER);
                    });
                    simulation.run();
                }))
                .contains("nothing can happen any more", "patient waits for its turn")
                .doesNotContain("beyond maxTime");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellATimerThatIsDueOnlyBeyondMaxTime(boolean virtual) {
        assertThat(failure(options(virtual), simulation -> {
                    Scheduler scheduler = simulation.scheduler();
                    Thread waiting = simulation.start("waits", () -> scheduler.park("a reply"));
                    scheduler.schedule(scheduler.newStrand(), () -> scheduler.unpark(waiting), LONG);
                    simulation.run();
                }))
                .contains("nothing can happen any more", "waits waits for a reply")
                .contains("\n    beyond maxTime: Timer[", ", due at PT48H of virtual time");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sleep", "wait", "join"})
    void shouldTellTimedWaitsOfTheJdkBeyondMaxTime(String kind) {
        assertThat(failure(options(true), simulation -> {
                    Thread never = simulation.start(
                            "never", () -> simulation.scheduler().park("nothing"));
                    simulation.start("patient", () -> awaitLong(kind, never));
                    simulation.run();
                }))
                .containsPattern("patient waits.*, until PT48H(0.0[0-9]*S)? of virtual time, which is beyond maxTime");
    }

    @SuppressWarnings("WaitNotInLoop") // it is to wait once
    private static void awaitLong(String kind, Thread never) {
        try {
            switch (kind) {
                case "sleep" -> Thread.sleep(LONG);
                case "wait" -> {
                    var own = new Object();
                    synchronized (own) {
                        own.wait(LONG.toMillis());
                    }
                }
                default -> never.join(LONG.toMillis());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The timeout is gone as soon as the thread has been told to go on; then it waits for the monitor, without one. */
    @ParameterizedTest
    @ValueSource(longs = {2})
    @SuppressWarnings("WaitNotInLoop") // it is to wait once
    void shouldNotTakeTheTimeoutOfAnEarlierWaitForOneOfALaterWait(long days) {
        assertThat(failure(options(true), simulation -> {
                    var own = new Object();
                    simulation.start("patient", () -> {
                        try {
                            synchronized (own) {
                                own.wait(TimeUnit.DAYS.toMillis(days));
                            }
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
                    simulation.runFor(Duration.ofSeconds(1));
                    synchronized (own) {
                        own.notifyAll();
                        simulation.run();
                    }
                }))
                .contains("patient waits")
                .doesNotContain("beyond maxTime");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNameTheTickerOfARunWithoutAnEnd(boolean virtual) {
        assertThat(failure(options(virtual).maxTime(Duration.ofMinutes(1)), simulation -> {
                    Scheduler scheduler = simulation.scheduler();
                    Duration second = Duration.ofSeconds(1);
                    scheduler.scheduleAtFixedRate(scheduler.newStrand(), () -> {}, second, second);
                    simulation.run();
                }))
                .contains("more than PT1M of virtual time; see maxTime; these timers are armed:\n    Timer[")
                .contains(", due at PT1M1S of virtual time and every PT1S from then on", "armed by #0 main");
    }
}
