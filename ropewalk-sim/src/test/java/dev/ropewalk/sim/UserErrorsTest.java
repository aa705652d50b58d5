package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.scheduler.Scheduler;
import java.io.Serial;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Exceptions of users that fail themselves, when they are asked what they are. */
class UserErrorsTest {
    private static final SimulationOptions OPTIONS =
            SimulationOptions.defaults().name("errors").runs(3);

    /** How the code of a run comes to throw. */
    enum Thrower {
        BODY {
            @Override
            void run(Simulation simulation, RuntimeException thrown) {
                throw thrown;
            }
        },
        THREAD {
            @Override
            void run(Simulation simulation, RuntimeException thrown) {
                simulation.start("one", () -> {
                    throw thrown;
                });
                simulation.run();
            }
        },
        TASK {
            @Override
            void run(Simulation simulation, RuntimeException thrown) {
                simulation.scheduler().newStrand().execute(() -> {
                    throw thrown;
                });
                simulation.run();
            }
        },
        EVENTUALLY {
            @Override
            void run(Simulation simulation, RuntimeException thrown) {
                simulation.eventually("all is well", () -> {
                    throw thrown;
                });
                simulation.run();
            }
        };

        abstract void run(Simulation simulation, RuntimeException thrown);
    }

    private static final class BrokenText extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("broken");
        }
    }

    private static final class NoText extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        @Override
        @SuppressWarnings({"NullAway", "OverrideThrowableToString", "ToStringReturnsNull"
        }) // as the code of users may be
        public @Nullable String toString() {
            return null;
        }
    }

    private static final class BrokenStack extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1;

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("broken");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellTheClassIfThereIsNoText(Thrower thrower) {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(OPTIONS, simulation -> thrower.run(simulation, new BrokenText())))
                .withMessageContaining(BrokenText.class.getName() + ", whose toString() has thrown "
                        + IllegalStateException.class.getName())
                .withMessageContaining(" switches and ");
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(OPTIONS, simulation -> thrower.run(simulation, new NoText())))
                .withMessageContaining(": " + NoText.class.getName())
                .withMessageContaining(" switches and ");
    }

    @ParameterizedTest
    @EnumSource
    void shouldShrinkWithoutAStack(Thrower thrower) {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(OPTIONS, simulation -> thrower.run(simulation, new BrokenStack())))
                .withMessageContaining(BrokenStack.class.getName())
                .withMessageContaining(" switches and ");
    }

    @Test
    void shouldRefuseASchedulerOfRealThreads() {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(OPTIONS, simulation -> {
                    try (Scheduler scheduler = Scheduler.create()) {
                        scheduler.newStrand().execute(() -> {});
                    }
                }))
                .withMessageContaining(
                        "IllegalStateException: a scheduler with threads of its own can't be made in a simulation");
    }
}
