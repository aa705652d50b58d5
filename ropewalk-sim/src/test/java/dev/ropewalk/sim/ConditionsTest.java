package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.sim.engine.Ending;
import dev.ropewalk.sim.strategy.Attempt;
import dev.ropewalk.sim.strategy.Search;
import dev.ropewalk.sim.strategy.SearchStrategy;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions of {@code runUntil} and of invariants: they look at a world without taking a step in it. */
class ConditionsTest {
    private static final SimulationOptions OPTIONS =
            SimulationOptions.defaults().runs(20);

    private static SimulationFailure failure(boolean virtual, SimulationBody body) {
        return assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(OPTIONS.virtualThreads(virtual), body))
                .actual();
    }

    private static void send(Channel<Integer> channel) {
        try {
            channel.send(1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLookAtAChannel(boolean virtual) {
        Simulations.check(OPTIONS.virtualThreads(virtual), simulation -> {
            Channel<Integer> channel = Channel.buffered(2);
            var sent = new AtomicBoolean();
            simulation.invariant("closed at last", () -> !channel.isClosed() || sent.get());
            simulation.start("sends", () -> {
                send(channel);
                sent.set(true);
                channel.close();
            });
            simulation.runUntil("closed", channel::isClosed);
            assertThat(channel.isClosed()).isTrue();
            simulation.run();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellAConditionThatFails(boolean virtual) {
        SimulationFailure failure = failure(virtual, simulation -> {
            Channel<Integer> channel = Channel.buffered(2);
            simulation.start("innocent", () -> send(channel));
            simulation.runUntil("something", () -> {
                throw new IllegalStateException("the condition fails");
            });
        });
        assertThat(failure).hasMessageContaining("the condition fails").hasCauseInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellAnInvariantThatFailsByAnError(boolean virtual) {
        SimulationFailure failure = failure(virtual, simulation -> {
            simulation.invariant("sound", () -> {
                throw new NoClassDefFoundError("of the test");
            });
            simulation.run();
        });
        assertThat(failure).hasMessageContaining("of the test").hasCauseInstanceOf(NoClassDefFoundError.class);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldTellAConditionThatWaits(boolean virtual) {
        SimulationFailure failure = failure(
                virtual,
                simulation -> simulation.runUntil("something", () -> {
                    simulation.scheduler().park("a condition's own blocker");
                    return true;
                }));
        assertThat(failure).hasMessageContaining("waits for a condition's own blocker; it must only look");
    }

    /** How deep the stack is depends on the JVM, so that no two such runs are alike; but they end well. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotBreakByAStackOverflow(boolean virtual) {
        var single = new SingleRun(OPTIONS.virtualThreads(virtual), simulation -> {
            for (int i = 0; i < 2; i++) {
                simulation.start("deep", () -> descend(new int[1]));
            }
            simulation.run();
        });
        Search search = SearchStrategy.of(Strategy.randomWalk()).search();
        for (int run = 0; run < 3; run++) {
            Attempt attempt = Objects.requireNonNull(search.next(run, run));
            RunResult result = single.run(attempt.choices());
            attempt.end(true);
            assertThat(result.ending().kind()).as(result.ending().message()).isEqualTo(Ending.Kind.DONE);
        }
    }

    private static void descend(int[] depth) {
        try {
            if (++depth[0] > 0) {
                descend(depth);
            }
            Simulation.point(depth);
        } catch (StackOverflowError overflow) {
            Simulation.point("caught");
        }
    }
}
