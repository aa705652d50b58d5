package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.Node;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What can't be is refused with its value. */
class SimulatedNetworkBuilderTest {
    private final SimulatedNetworkBuilder builder = SimulatedNetwork.builder();

    private static void assertRefused(ThrowingCallable call, String message) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(message);
    }

    @Test
    void shouldRefuseLatenciesThatCantBe() {
        assertRefused(
                () -> builder.latency(Duration.ofMillis(-1), Duration.ZERO).build(), "is from PT-0.001S to PT0S");
        assertRefused(
                () -> builder.latency(Duration.ofSeconds(2), Duration.ofSeconds(1))
                        .build(),
                "is from PT2S to PT1S");
    }

    @Test
    void shouldRefuseRatesThatCantBe() {
        for (double rate : new double[] {-0.1, 1.1, Double.NaN}) {
            assertRefused(() -> builder.lossRate(rate).build(), "lossRate must be from 0 to 1, but is " + rate);
        }
    }

    @Test
    void shouldRefuseWhatIsntAboveZero() {
        assertRefused(() -> builder.waitingFrames(0).build(), "waitingFrames must be at least 1, but is 0");
        assertRefused(() -> builder.rebalanceShards(0).build(), "rebalanceShards must be at least 1, but is 0");
        assertRefused(
                () -> builder.detectionTime(Duration.ZERO).build(), "detectionTime must be above zero, but is PT0S");
        assertRefused(
                () -> builder.rebalanceInterval(Duration.ZERO).build(),
                "rebalanceInterval must be above zero, but is PT0S");
    }

    @Test
    void shouldRefuseNodesOfAnotherNetwork() {
        SimulatedNetwork network = builder.build();
        var stranger = new Node("127.0.0.1", 1, 1);
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> network.isolate(stranger),
                () -> network.pause(stranger),
                () -> network.resume(stranger),
                () -> network.kill(stranger),
                () -> network.hold(stranger, stranger),
                () -> network.letGo(stranger, stranger),
                () -> network.partition(Set.of(stranger), Set.of(new Node("127.0.0.1", 2, 2))))) {
            assertRefused(call, "is no node of this network");
        }
        assertRefused(() -> network.partition(Set.of(stranger), Set.of(stranger)), "can't be cut from itself");
    }
}
