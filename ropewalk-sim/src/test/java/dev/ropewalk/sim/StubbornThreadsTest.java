package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads that an interrupt doesn't end, when a run has failed for another reason. */
class StubbornThreadsTest {
    /** How a thread waits for ever, as the code of users may do. */
    enum Loop {
        PARK {
            @Override
            void run() {
                while (!DONE.get()) {
                    LockSupport.park();
                }
            }
        },
        PARK_FOR_A_TIME {
            @Override
            void run() {
                while (!DONE.get()) {
                    LockSupport.parkNanos(1_000);
                }
            }
        },
        SLEEP {
            @Override
            void run() {
                while (!DONE.get()) {
                    try {
                        Thread.sleep(1);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
            }
        },
        AWAIT {
            @Override
            void run() {
                var never = new CountDownLatch(1);
                while (!DONE.get()) {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }
            }
        };

        /** Never set: nothing can end the loops. */
        private static final AtomicBoolean DONE = new AtomicBoolean();

        abstract void run();
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellTheFailureWhateverIsLeft(Loop loop) {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(
                        SimulationOptions.defaults().name("stubborn " + loop).runs(3), simulation -> {
                            simulation.start("waiter", loop::run);
                            simulation.runFor(Duration.ofMillis(1));
                            throw new IllegalStateException("the bug");
                        }))
                .withMessageContaining("the bug")
                .withMessageContaining("Shrunk to ")
                .satisfies(failure -> assertThat(failure.replay()).isNotEmpty());
    }

    @Test
    void shouldTellTheFailureBesideCodeThatNeverStops() {
        var done = new AtomicBoolean();
        try {
            assertThatExceptionOfType(SimulationFailure.class)
                    .isThrownBy(() -> Simulations.check(
                            SimulationOptions.defaults().name("spins").stuckAfter(Duration.ofMillis(500)),
                            simulation -> {
                                simulation.start("spinner", () -> {
                                    LockSupport.park();
                                    while (!done.get()) {
                                        Thread.onSpinWait();
                                    }
                                });
                                simulation.runFor(Duration.ofMillis(1));
                                throw new IllegalStateException("the bug");
                            }))
                    .withMessageContaining("is stuck in run 1 ")
                    .withMessageContaining(
                            "thread spinner has taken no step for 500 ms since the run has ended, which had"
                                    + " failed before: java.lang.IllegalStateException: the bug")
                    .withRootCauseExactlyInstanceOf(IllegalStateException.class);
        } finally {
            done.set(true);
        }
    }
}
