package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads of a simulation that are interrupted. */
class InterruptTest {
    private static SimulationOptions options(boolean virtual) {
        return SimulationOptions.defaults()
                .name("interrupted")
                .virtualThreads(virtual)
                .stuckAfter(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldRunForSomeTimeThoughInterrupted(boolean virtual) {
        Simulations.check(options(virtual), simulation -> {
            Thread body = Thread.currentThread();
            simulation.start("other", body::interrupt);

            simulation.runFor(Duration.ofSeconds(1));

            assertThat(simulation.time()).isEqualTo(Duration.ofSeconds(1));
            assertThat(Thread.interrupted()).isTrue();
            simulation.run();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLetOthersGoOnBesideAThreadThatKeepsItsMark(boolean virtual) {
        Simulations.check(options(virtual), simulation -> {
            var done = new AtomicBoolean();
            simulation.start("other", () -> {
                simulation.scheduler().parkNanos(this, 5_000);
                done.set(true);
            });
            simulation.start("polls", () -> {
                Thread.currentThread().interrupt();
                while (!done.get()) {
                    simulation.scheduler().parkNanos(this, 1_000);
                }
            });
            simulation.run();
            assertThat(done).isTrue();
        });
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLetTimePassForAThreadThatKeepsItsMark(boolean virtual) {
        Simulations.check(options(virtual).fault(Fault.INTERRUPT, 2), simulation -> {
            simulation.start("waits", () -> {
                long end = simulation.scheduler().nanoTime() + 1_000_000;
                for (long now = 0; now < end; now = simulation.scheduler().nanoTime()) {
                    simulation.scheduler().parkNanos(this, end - now);
                }
            });
            simulation.run();
        });
    }
}
