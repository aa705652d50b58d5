package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Compares the simulation with what queueing theory says. */
class SimulatedServiceTest {
    private static final Offset<Double> NEAR = Offset.offset(0.02);

    @Test
    void shouldHaveKneeAtItsServers() {
        LimitFigures below = fixed(10).saturated().run(20_000);
        LimitFigures at = fixed(20).saturated().run(20_000);
        LimitFigures above = fixed(40).saturated().run(20_000);
        assertThat(below.latency()).isCloseTo(1, NEAR);
        assertThat(below.throughput() / 20).isCloseTo(0.5, NEAR);
        assertThat(at.latency()).isCloseTo(1, NEAR);
        assertThat(at.throughput() / 20).isCloseTo(1, NEAR);
        assertThat(above.latency()).isCloseTo(2, NEAR);
        assertThat(above.throughput() / 20).isCloseTo(1, NEAR);
    }

    @Test
    void shouldRejectAsErlangSays() {
        double blocked = 1;
        for (int servers = 1; servers <= 20; servers++) {
            blocked = 20 * blocked / (servers + 20 * blocked);
        }
        assertThat(fixed(20).open(1).run(50_000).rejected()).isCloseTo(blocked, Offset.offset(0.005));
    }

    @Test
    void shouldRefuseWhatItsQueueCannotHold() {
        LimitScenario scenario = fixed(25);
        scenario.service.setQueueCapacity(3);
        LimitFigures figures = scenario.saturated().run(1000);
        assertThat(figures.latency()).isCloseTo(23.0 / 20, NEAR);
        assertThat(figures.failed()).isPositive();
    }

    @Test
    void shouldKnowKneeOfRandomArrivals() {
        assertThat(Knee.ofOpenLoad(1, 1)).isEqualTo(1);
        assertThat(Knee.ofOpenLoad(20, 3)).isEqualTo(20);
        assertThat(Knee.ofOpenLoad(20, 1.1)).isEqualTo(22);
    }

    private static LimitScenario fixed(int limit) {
        return new LimitScenario(20, 1, random -> new LimitAlgorithm() {
            @Override
            public int initialLimit() {
                return limit;
            }

            @Override
            public int update(long now, long roundTripNanos, int inFlight, boolean dropped) {
                return limit;
            }
        });
    }
}
