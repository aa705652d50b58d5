package dev.ropewalk.cluster.pekko.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.NodeAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RivalsTest {
    private static final NodeAddress NODE = new NodeAddress("10.0.0.1", 2551);
    private final Rivals rivals = new Rivals(Duration.ofSeconds(10));

    private boolean claim(int second) {
        return rivals.claim(NODE, TimeUnit.SECONDS.toNanos(second));
    }

    @Test
    void shouldBeNewsOnceWhenItGoesOn() {
        assertThat(claim(0)).isFalse();
        assertThat(claim(3)).isFalse();
        assertThat(claim(9)).isFalse();
        assertThat(claim(10)).isTrue();
        assertThat(claim(11)).isFalse();
    }

    @Test
    void shouldBeNoneWhenTheNodeIsAMember() {
        assertThat(claim(0)).isFalse();
        rivals.forget(List.of(NODE));
        assertThat(claim(9)).isFalse();
        assertThat(claim(11)).isFalse();
    }

    @Test
    void shouldBeginAnewAfterAPause() {
        assertThat(claim(0)).isFalse();
        assertThat(claim(20)).isFalse();
        assertThat(claim(25)).isFalse();
    }

    /** The nodes of one cluster were started again, and have joined the other one. */
    @Test
    void shouldBeNewsAgainWhenTheNodeWasAMember() {
        becomeNews(0);
        rivals.forget(List.of(NODE));
        becomeNews(11);
    }

    @Test
    void shouldBeNewsAgainAfterAPause() {
        becomeNews(0);
        becomeNews(20);
    }

    private void becomeNews(int second) {
        assertThat(claim(second)).isFalse();
        assertThat(claim(second + 9)).isFalse();
        assertThat(claim(second + 10)).isTrue();
        assertThat(claim(second + 10)).isFalse();
    }

    @Test
    void shouldKnowManyAtATimeOnly() {
        for (int i = 0; i < 1000; i++) {
            rivals.claim(new NodeAddress("10.1.0.1", i + 1), 0);
        }
        assertThat(claim(0)).isFalse();
        assertThat(claim(9)).isFalse();
        becomeNews(10); // the others say so no more
    }
}
