package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.sim.engine.Ending;
import dev.ropewalk.sim.strategy.Attempt;
import dev.ropewalk.sim.strategy.SearchStrategy;
import dev.ropewalk.task.BoundedExecutor;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was sent and isn't handled, and what waits in too great a number. */
class HandledTest {
    private static SimulationOptions options(boolean virtual) {
        return SimulationOptions.defaults()
                .name("handled")
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
                .hasMessageContaining(told.lines().findFirst().orElseThrow().replaceFirst(".*?\\): ", ""));
        return told;
    }

    private static ActorSystem system(Simulation simulation) {
        return ActorSystem.builder("bank").scheduler(simulation.scheduler()).build();
    }

    private static void send(Channel<String> channel, String element) {
        try {
            channel.send(element);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    // Messages that nobody handles

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNameADeadLetterWithItsRecipientAndStep(boolean virtual) {
        SimulationBody body = simulation -> {
            ActorRef<String> account = system(simulation).spawn("account", context -> message -> context.stop());
            simulation.start("teller", () -> {
                account.tell("first");
                account.tell("second");
            });
            simulation.run();
        };
        assertThat(failure(options(virtual).allHandled(true), body))
                .containsPattern(
                        "a java\\.lang\\.String to .*/account.* wasn't handled, because of STOPPED, in step \\d+ of #")
                .contains("; see allHandled");
        assertThatNoException().isThrownBy(() -> Simulations.check(options(virtual), body));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNameWhatIsLeftInAStashAChannelAndAnInbox(boolean virtual) {
        SimulationBody body = simulation -> {
            ActorSystem system = system(simulation);
            system.<String>spawn("slow", context -> message -> context.stash().add(message))
                    .tell("put aside");
            system.<String>spawnBlocking(inbox -> inbox.receive("wanted"::equals))
                    .tell("not wanted");
            Channel<String> channel = Channel.buffered(8);
            simulation.start("sender", () -> {
                send(channel, "one");
                send(channel, "two");
            });
            simulation.run();
        };
        assertThat(failure(options(virtual).allHandled(true), body))
                .contains("the run has ended, but this wasn't handled; see allHandled:")
                .contains("\n    1 wait in the stash of ", "/slow; #")
                .containsPattern("\n    1 wait in .*; #0 main has sent most of it, 1")
                .containsPattern("\n    2 wait in Channel\\[channel-1]; #\\d sender has sent most of it, 2");
        assertThatNoException().isThrownBy(() -> Simulations.check(options(virtual), body));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAcceptWhatWasHandled(boolean virtual) {
        assertThatNoException()
                .isThrownBy(() -> Simulations.check(options(virtual).allHandled(true), simulation -> {
                    ActorSystem system = system(simulation);
                    ActorRef<String> account = system.spawn("account", context -> message -> {});
                    Channel<String> sliding = Channel.<String>builder().dropOldest(1);
                    Channel<String> channel = Channel.buffered(8);
                    simulation.start("sender", () -> {
                        account.tell("message");
                        send(channel, "element");
                        send(sliding, "one");
                        send(sliding, "two");
                    });
                    simulation.run();
                    check(channel.tryReceive().isPresent());
                    check(sliding.tryReceive().isPresent());
                    system.close();
                }));
    }

    private static void check(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }

    // Too many that wait

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNameAMailboxThatGrowsAndItsSender(boolean virtual) {
        SimulationBody body = simulation -> {
            ActorRef<String> account = system(simulation).spawn("account", context -> message -> {});
            account.tell("of main");
            simulation.scheduler().newStrand().execute(() -> {
                for (int i = 0; i < 50; i++) {
                    account.tell("of the task");
                }
            });
            simulation.run();
        };
        assertThat(failure(
                        options(virtual)
                                .strategy(Strategy.exhaustive(0))
                                .runs(1)
                                .maxWaiting(10),
                        body))
                .containsPattern("11 wait in .*/account.*; #\\d Strand.* has sent most of it, 1\\d, in step \\d+ of #")
                .contains("; see maxWaiting");
        assertThatNoException()
                .isThrownBy(() -> Simulations.check(options(virtual).maxWaiting(100), body));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNameAChannelThatGrows(boolean virtual) {
        assertThat(failure(options(virtual).maxWaiting(2), simulation -> {
                    Channel<String> channel = Channel.unlimited();
                    simulation.start("sender", () -> {
                        for (int i = 0; i < 3; i++) {
                            send(channel, "element");
                        }
                    });
                    simulation.run();
                }))
                .containsPattern(
                        "3 wait in Channel\\[channel-1]; #1 sender has sent most of it, 3, in step \\d+ of #1 sender");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNameAQueueOfTasksThatGrows(boolean virtual) {
        assertThat(failure(options(virtual).maxWaiting(2), simulation -> {
                    BoundedExecutor executor = BoundedExecutor.builder(1)
                            .name("pool")
                            .scheduler(simulation.scheduler())
                            .build();
                    submit(executor, simulation.scheduler());
                    simulation.run();
                }))
                .contains("3 wait in the queue of BoundedExecutor[pool", "; #0 main has sent most of it, 3");
        assertThat(failure(
                        options(virtual)
                                .strategy(Strategy.exhaustive(0))
                                .runs(1)
                                .maxWaiting(2),
                        simulation -> {
                            submit(simulation.scheduler().asExecutorService(), simulation.scheduler());
                            simulation.run();
                        }))
                .contains("3 wait in ExecutorView[", "; #0 main has sent most of it, ");
        assertThat(failure(
                        options(virtual)
                                .strategy(Strategy.exhaustive(0))
                                .runs(1)
                                .maxWaiting(2),
                        simulation -> {
                            submit(simulation.scheduler().newStrand(), simulation.scheduler());
                            simulation.run();
                        }))
                .contains("3 wait in #1 Strand[", "; #0 main has sent most of it, ");
    }

    private static void submit(Executor executor, Scheduler scheduler) {
        for (int i = 0; i < 4; i++) {
            executor.execute(() -> scheduler.parkNanos("work", 1_000));
        }
    }

    /** Those of timers are told as the clock's. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNameTheClock(boolean virtual) {
        assertThat(failure(options(virtual).maxWaiting(2), simulation -> {
                    Scheduler scheduler = simulation.scheduler();
                    Strand busy = scheduler.newStrand();
                    busy.execute(
                            () -> scheduler.parkNanos("work", Duration.ofDays(1).toNanos() - 1));
                    for (int i = 1; i <= 3; i++) {
                        scheduler.schedule(busy, () -> {}, Duration.ofSeconds(i));
                    }
                    simulation.run();
                }))
                .contains("3 wait in #1 Strand[", "; the clock has sent most of it, 3");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAcceptAsManyAsMayWait(boolean virtual) {
        assertThatNoException()
                .isThrownBy(() -> Simulations.check(options(virtual).maxWaiting(3), simulation -> {
                    Channel<String> channel = Channel.unlimited();
                    for (int i = 0; i < 100; i++) {
                        for (int j = 0; j < 3; j++) {
                            send(channel, "element");
                        }
                        for (int j = 0; j < 3; j++) {
                            check(channel.tryReceive().isPresent());
                        }
                    }
                    ExecutorService executor = simulation.scheduler().asExecutorService();
                    submit(executor, simulation.scheduler());
                    simulation.run();
                }));
    }

    @Test
    void shouldRefuseAStrangeNumber() {
        assertThatIllegalArgumentException().isThrownBy(() -> options(true).maxWaiting(0));
    }

    /** What is looked for changes no step. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTakeTheSameStepsWhetherItLooksOrNot(boolean virtual) {
        SimulationBody body = simulation -> {
            try (ActorSystem system = system(simulation)) {
                ActorRef<String> account = system.spawn("account", context -> message -> {});
                simulation.start("teller", () -> account.tell("message"));
                simulation.run();
            }
        };
        SimulationOptions plain = options(virtual);
        RunResult without = run(plain, body);
        RunResult with = run(plain.allHandled(true).noLeaks(true).maxWaiting(100), body);
        assertThat(with.ending()).isEqualTo(Ending.done());
        assertThat(with.hash()).isEqualTo(without.hash());
    }

    private static RunResult run(SimulationOptions options, SimulationBody body) {
        Attempt attempt = Objects.requireNonNull(
                SearchStrategy.of(Strategy.randomWalk()).search().next(1, 0));
        return new SingleRun(options, body).run(attempt.choices());
    }
}
