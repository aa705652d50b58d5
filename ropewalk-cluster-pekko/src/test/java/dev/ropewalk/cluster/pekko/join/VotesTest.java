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

    private boolean promise(NodeAddress asker, boolean mayFound, long now) {
        return votes.promise(asker, mayFound, now, (node, since) -> true);
    }

    @Test
    void shouldPromiseToOneAtATime() {
        assertThat(promise(HIGH, false, 0)).isTrue();
        assertThat(promise(LOW, false, 1)).isFalse();
        assertThat(promise(HIGH, false, LONG / 2)).isTrue();
        assertThat(promise(LOW, false, LONG)).isFalse();
        assertThat(votes.hasPromised(LONG)).isTrue();
        assertThat(promise(LOW, false, 2 * LONG)).isTrue();
    }

    @Test
    void shouldYieldToLowerAddressesOnlyWhenItMayFoundItself() {
        assertThat(promise(HIGH, true, 0)).isFalse();
        assertThat(votes.hasPromised(0)).isFalse();
        assertThat(promise(LOW, true, 0)).isTrue();
        assertThat(votes.hasPromised(1)).isTrue();
        assertThat(votes.hasPromised(LONG)).isFalse();
    }

    /** It has promised another itself, and asks all anew before it founds. */
    @Test
    void shouldBeReleasedByWhoHasThePromiseOnly() {
        assertThat(promise(HIGH, false, 0)).isTrue();
        votes.release(LOW);
        assertThat(promise(LOW, false, 1)).isFalse();
        votes.release(HIGH);
        assertThat(promise(LOW, false, 2)).isTrue();
    }

    /** It may have founded a cluster by it. */
    @Test
    void shouldPromiseToAnotherWhenWhoHadThePromiseIsSeenToHaveFoundedNone() {
        assertThat(promise(HIGH, false, 0)).isTrue();
        assertThat(votes.promise(LOW, false, LONG, (node, since) -> false)).isFalse();
        assertThat(votes.promise(HIGH, false, LONG, (node, since) -> false)).isTrue();
        assertThat(votes.promise(LOW, false, 2 * LONG, (node, since) -> node.equals(HIGH) && since > LONG))
                .isTrue();
    }

    /** Until then it may have founded one, and is to be asked. */
    @Test
    void shouldKnowWhoHadThePromiseUntilItIsSeenToHaveFoundedNone() {
        assertThat(promise(HIGH, false, 0)).isTrue();
        votes.settle(1, (node, since) -> true);
        assertThat(votes.promisee()).contains(HIGH);
        votes.settle(LONG, (node, since) -> false);
        assertThat(votes.promisee()).contains(HIGH);
        votes.settle(LONG, (node, since) -> node.equals(HIGH) && since > 1 && since < LONG);
        assertThat(votes.promisee()).isEmpty();
    }

    @Test
    void shouldOrderPortsByNumber() {
        assertThat(Votes.ORDER.compare(new NodeAddress("a", 999), new NodeAddress("a", 1000)))
                .isNegative();
    }
}
