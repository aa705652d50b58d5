package dev.ropewalk.cluster.pekko.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.NodeAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class VotesTest {
    private static final NodeAddress LOW = new NodeAddress("10.0.0.1", 2551);
    private static final NodeAddress MIDDLE = new NodeAddress("10.0.0.2", 2551);
    private static final NodeAddress HIGH = new NodeAddress("10.0.0.3", 2551);
    private static final long LONG = Duration.ofSeconds(7).toNanos();
    private final Votes votes = new Votes(MIDDLE);

    @Test
    void shouldPromiseToOneAtATime() {
        assertThat(votes.promise(HIGH, false, 0)).isTrue();
        assertThat(votes.promise(LOW, false, 1)).isFalse();
        assertThat(votes.promise(HIGH, false, LONG / 2)).isTrue();
        assertThat(votes.promise(LOW, false, LONG)).isFalse();
        assertThat(votes.hasPromised(LONG)).isTrue();
        assertThat(votes.promise(LOW, false, 2 * LONG)).isTrue();
    }

    @Test
    void shouldYieldToLowerAddressesOnlyWhenItMayFoundItself() {
        assertThat(votes.promise(HIGH, true, 0)).isFalse();
        assertThat(votes.hasPromised(0)).isFalse();
        assertThat(votes.promise(LOW, true, 0)).isTrue();
        assertThat(votes.hasPromised(1)).isTrue();
        assertThat(votes.hasPromised(LONG)).isFalse();
    }

    @Test
    void shouldOrderPortsByNumber() {
        assertThat(Votes.ORDER.compare(new NodeAddress("a", 999), new NodeAddress("a", 1000)))
                .isNegative();
    }
}
