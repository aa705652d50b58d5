package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.UniqueAddress;
import org.junit.jupiter.api.Test;

class MarginTest {
    private static final UniqueAddress ONE = node(1);
    private static final UniqueAddress OTHER = node(2);

    private final Margin margin = new Margin(Duration.ofSeconds(3));

    private static UniqueAddress node(long number) {
        return new UniqueAddress(new Address("pekko", "shop", "node-" + number, 2551), number);
    }

    private static long at(int seconds) {
        return Long.MAX_VALUE + TimeUnit.SECONDS.toNanos(seconds); // clocks run over
    }

    @Test
    void shouldBeOverWhileNobodyIsTakenOut() {
        assertThat(margin.isOver(at(0))).isTrue();
        margin.remove(ONE, true, at(1));
        assertThat(margin.isOver(at(1))).isTrue();
    }

    /** Pekko waits from the removal on: what it has waited for isn't waited for once more. */
    @Test
    void shouldBeginWhenANodeIsGivenUp() {
        margin.giveUp(ONE, at(1));
        assertThat(margin.isOver(at(3))).isFalse();
        margin.giveUp(ONE, at(3));
        margin.remove(ONE, false, at(3));
        assertThat(margin.isOver(at(4))).isTrue();
    }

    @Test
    void shouldBeginAnewWithEachNode() {
        margin.giveUp(ONE, at(1));
        margin.giveUp(OTHER, at(3));
        assertThat(margin.isOver(at(5))).isFalse();
        assertThat(margin.isOver(at(6))).isTrue();
        margin.remove(OTHER, false, at(7));
        margin.giveUp(OTHER, at(8));
        assertThat(margin.isOver(at(10))).isFalse();
    }

    @Test
    void shouldBeginWithARemovalThatNobodyHasAnnounced() {
        margin.remove(ONE, false, at(1));
        assertThat(margin.isOver(at(3))).isFalse();
        assertThat(margin.isOver(at(4))).isTrue();
    }
}
