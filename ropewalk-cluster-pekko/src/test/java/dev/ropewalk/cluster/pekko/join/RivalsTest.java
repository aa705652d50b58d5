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
}
