package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Sample;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The worlds of a campaign that have ended can be collected: a campaign doesn't grow with its runs. */
class GarbageTest {
    private static final int RUNS = Sample.of(5_000, 20_000);
    private static final int LOOKED_AT = 100;
    private static final long MOST_NANOS = 60_000_000_000L;

    @SuppressWarnings("ImmutableEnumChecker") // a strategy is
    enum Kind {
        CONTENDED_MONITOR(Strategy.randomWalk()) {
            @Override
            void run(Simulation simulation, Object shared) {
                for (int i = 0; i < 2; i++) {
                    simulation.start("t", () -> {
                        synchronized (shared) {
                            Simulation.point(shared);
                        }
                    });
                }
                simulation.run();
            }
        },
        GIVEN_UP(Strategy.exhaustive()) {
            @Override
            void run(Simulation simulation, Object shared) {
                for (int i = 0; i < 4; i++) {
                    var own = new Object();
                    simulation.start("t", () -> {
                        Simulation.point(own);
                        synchronized (shared) {
                            Simulation.point(own);
                        }
                    });
                }
                simulation.run();
            }
        };

        final Strategy strategy;

        Kind(Strategy strategy) {
            this.strategy = strategy;
        }

        abstract void run(Simulation simulation, Object shared);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldCollectWorlds(Kind kind) {
        List<WeakReference<Simulation>> worlds = new ArrayList<>();
        int[] runs = {0};
        CampaignReport report = Simulations.check(
                SimulationOptions.defaults().strategy(kind.strategy).runs(RUNS), simulation -> {
                    if (runs[0]++ % (RUNS / LOOKED_AT) == 0) {
                        worlds.add(new WeakReference<>(simulation));
                    }
                    kind.run(simulation, new Object());
                });
        assertThat(report.runs()).isPositive();
        assertThat(worlds).isNotEmpty();
        awaitCollected(worlds);
    }

    private static void awaitCollected(List<? extends WeakReference<?>> references) {
        long begin = System.nanoTime();
        while (!references.stream().allMatch(reference -> reference.refersTo(null))) {
            assertThat(System.nanoTime() - begin)
                    .as("time until all are collected")
                    .isLessThan(MOST_NANOS);
            System.gc();
            LockSupport.parkNanos(1_000_000);
        }
    }
}
