package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.DrainResult;
import dev.ropewalk.channel.ProcessFailedException;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ProcessState;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.channel.Select;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Process scopes in simulations: processes end with their scope, in any order of failures, cancellations and joins. */
class ScopeWorldsTest {
    private static final int ELEMENTS = 4;
    private static final Duration SOON = Duration.ofMillis(5);

    @Test
    void shouldJoinAProcessFromSeveralThreads() {
        Worlds.check(simulation -> {
            var joined = new AtomicInteger();
            try (ProcessScope scope = ProcessScope.open(simulation.scheduler())) {
                ScopedProcess<Integer> process = scope.spawn("works", () -> 42);
                scope.spawn("joins", () -> {
                    process.join();
                    joined.addAndGet(process.result());
                });
                scope.spawn("joins for a while", () -> {
                    while (!process.join(SOON)) {
                        joined.addAndGet(0);
                    }
                    joined.addAndGet(process.result());
                });
                scope.spawn(
                        "selects",
                        () -> joined.addAndGet(Select.<Integer>fair()
                                .join(process, process::result)
                                .build()
                                .select()));
                scope.join();
            }
            simulation.run();
            assertThat(joined).hasValue(3 * 42);
        });
    }

    @Test
    void shouldCancelWhatWaitsWhateverIsFirst() {
        Worlds.check(simulation -> {
            List<ProcessState> states = new ArrayList<>();
            try (ProcessScope scope = ProcessScope.open(simulation.scheduler())) {
                Channel<Integer> channel = scope.<Integer>channel().buffered(1);
                List<ScopedProcess<?>> processes = List.of(
                        scope.spawn("sends", () -> {
                            for (int i = 0; ; i++) {
                                channel.send(i);
                            }
                        }),
                        scope.spawn("receives", () -> {
                            for (int i = 0; i < ELEMENTS; i++) {
                                channel.receive();
                            }
                            Channel.rendezvous().receive();
                        }),
                        scope.spawn("cancels", scope::cancel));
                try {
                    scope.join();
                } catch (CancellationException cancelled) {
                    processes.forEach(process -> states.add(process.state()));
                }
            }
            simulation.run();
            assertThat(states).containsExactly(ProcessState.CANCELLED, ProcessState.CANCELLED, ProcessState.SUCCEEDED);
        });
    }

    @Test
    void shouldTellOfEveryFailure() {
        Worlds.check(simulation -> {
            int told = 0;
            try (ProcessScope scope = ProcessScope.open(simulation.scheduler())) {
                for (int i = 0; i < 2; i++) {
                    scope.spawn("fails " + i, () -> {
                        throw new IllegalStateException("on purpose");
                    });
                }
                scope.join();
            } catch (ProcessFailedException failure) {
                told = 1 + failure.getSuppressed().length;
            }
            simulation.run();
            assertThat(told).isBetween(1, 2);
        });
    }

    @Test
    void shouldEndAScopeWithinAScope() {
        Worlds.check(simulation -> {
            List<Integer> received = new ArrayList<>();
            try (ProcessScope outer = ProcessScope.open(simulation.scheduler())) {
                Channel<Integer> channel = outer.<Integer>channel().rendezvous();
                outer.spawn("opens", () -> {
                    try (ProcessScope inner = ProcessScope.open(simulation.scheduler())) {
                        for (int i = 0; i < 2; i++) {
                            int number = i;
                            inner.spawn("sends " + i, () -> channel.send(number));
                        }
                        inner.join();
                    }
                    channel.close();
                });
                outer.spawn("receives", () -> channel.forEach(received::add));
                outer.join();
            }
            simulation.run();
            assertThat(received).containsExactlyInAnyOrder(0, 1);
        });
    }

    @Test
    void shouldDrainEachElementOnce() {
        Worlds.check(simulation -> {
            Channel<Integer> channel = Channel.buffered(2);
            List<Integer> received = new ArrayList<>();
            Worlds.start(simulation, "sends", () -> {
                for (int i = 0; i < ELEMENTS; i++) {
                    channel.send(i);
                }
                channel.close();
            });
            for (int i = 0; i < 2; i++) {
                Worlds.start(simulation, "drains " + i, () -> {
                    while (!(channel.drainResult(received, 3) instanceof DrainResult.Closed)) {
                        simulation.scheduler().parkNanos(channel, SOON.toNanos());
                    }
                });
            }
            simulation.run();
            assertThat(received).containsExactlyInAnyOrder(0, 1, 2, 3);
        });
    }
}
