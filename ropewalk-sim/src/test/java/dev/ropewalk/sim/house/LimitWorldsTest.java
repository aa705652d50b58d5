package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.BudgetClosedException;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.limit.Resource;
import dev.ropewalk.limit.VegasLimit;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Limiters and budgets under many schedules. */
class LimitWorldsTest {
    /** What must never be used by more than some at once. */
    private static final class Shared {
        private final int most;
        private int inside;
        private int uses;

        Shared(int most) {
            this.most = most;
        }

        void use() {
            inside++;
            Simulation.point(this);
            assertThat(inside).isBetween(1, most);
            inside--;
            uses++;
        }
    }

    @Test
    void shouldAdmitNoMoreThanTheLimit() {
        Worlds.check(simulation -> {
            Limiter limiter = Limiter.fixed(2).build();
            var shared = new Shared(2);
            for (int i = 0; i < 4; i++) {
                simulation.start("caller", () -> {
                    for (int call = 0; call < 2; call++) {
                        try (Permit permit = limiter.acquire()) {
                            shared.use();
                            permit.succeed();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                });
            }
            simulation.run();
            assertThat(shared.uses).isEqualTo(8);
            assertThat(limiter.stats().inFlight()).isZero();
        });
    }

    @Test
    void shouldLoseNoPermitToWaitersThatGiveUp() {
        Worlds.check(simulation -> {
            Limiter limiter = Limiter.fixed(1).partition("live", 0.5).build();
            for (int i = 0; i < 3; i++) {
                Duration patience = Duration.ofMillis(i + 1);
                simulation.start("caller", () -> {
                    try {
                        Optional<Permit> permit = limiter.partition("live").tryAcquire(patience);
                        if (permit.isPresent()) {
                            simulation.runFor(Duration.ofMillis(1));
                            permit.get().succeed();
                        }
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
            }
            CompletableFuture<Permit> cancelled = limiter.acquireAsync();
            simulation.start("canceller", () -> {
                if (!cancelled.cancel(false)) {
                    cancelled.join().ignore();
                }
            });
            simulation.run();
            assertThat(limiter.stats().inFlight()).isZero();
            assertThat(limiter.tryAcquire()).isPresent();
        });
    }

    @Test
    void shouldWakeWaitersWhenTheLimitGoesUp() {
        Worlds.check(simulation -> {
            Limiter limiter = Limiter.fixed(1).build();
            var ignored = limiter.acquire();
            CompletableFuture<Permit> waiting = limiter.acquireAsync();
            simulation.start("raiser", () -> limiter.setLimit(2));
            simulation.start("looker", limiter::stats);
            simulation.run();
            assertThat(waiting).isCompleted();
        });
    }

    @Test
    void shouldFollowWhatAnAlgorithmMeasuresInVirtualTime() {
        Worlds.check(simulation -> {
            Limiter limiter = Limiter.adaptive(
                            VegasLimit.builder().windowSamples(5).build())
                    .build();
            for (int i = 0; i < 3; i++) {
                simulation.start("caller", () -> {
                    for (int call = 0; call < 20; call++) {
                        try (Permit permit = limiter.acquire()) {
                            simulation.runFor(Duration.ofMillis(10));
                            permit.succeed();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                });
            }
            simulation.run();
            assertThat(limiter.stats().admitted()).isEqualTo(60);
            assertThat(limiter.limit()).isPositive();
        });
    }

    @Test
    void shouldSeeAPermitThatIsNeverReleased() {
        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Worlds.check(simulation -> {
                    Limiter limiter = Limiter.fixed(1).name("leaky").build();
                    for (int i = 0; i < 2; i++) {
                        simulation.start("caller", () -> {
                            try {
                                var ignored = limiter.acquire();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        });
                    }
                    simulation.run();
                }))
                .withMessageContaining("leaky");
    }

    @Test
    void shouldMeetAllDemandsOfABudget() {
        Worlds.check(simulation -> {
            Budget budget =
                    Budget.builder().resource("memory", 10).resource("calls", 2).build();
            var met = new int[1];
            for (int i = 0; i < 4; i++) {
                Demand demand = Demand.of("memory", 3 + 2L * i).and("calls", 1).priority(i % 2);
                simulation.start("worker", () -> {
                    try (Grant grant = budget.acquire(demand)) {
                        Simulation.point(grant);
                        grant.release("calls");
                        met[0]++;
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                });
            }
            simulation.run();
            assertThat(met[0]).isEqualTo(4);
            assertThat(budget.available("memory")).isEqualTo(10);
            assertThat(budget.available("calls")).isEqualTo(2);
        });
    }

    @Test
    void shouldRefuseAllThatWaitWhenABudgetCloses() {
        Worlds.check(simulation -> {
            Budget budget = Budget.builder().resource("calls", 1).build();
            Demand one = Demand.of("calls", 1);
            var ended = new int[1];
            for (int i = 0; i < 3; i++) {
                simulation.start("caller", () -> {
                    try (Grant grant = budget.acquire(one)) {
                        Simulation.point(grant);
                    } catch (BudgetClosedException refused) {
                        Simulation.point(refused);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    ended[0]++;
                });
            }
            simulation.start("closer", budget::close);
            simulation.run();
            assertThat(ended[0]).isEqualTo(3);
        });
    }

    @Test
    void shouldMeasureWhileRequestsWait() {
        Worlds.check(simulation -> {
            Resource room =
                    Resource.live("room", () -> simulation.time().toSeconds() < 5 ? 0 : 1, Duration.ofMillis(100));
            Budget budget = Budget.builder().resource(room).build();
            CompletableFuture<Grant> grant = budget.acquireAsync(Demand.of("room", 1));
            simulation.run();
            assertThat(grant).isCompleted();
            assertThat(simulation.time()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(6));
        });
    }
}
