package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NewcomersTest {
    private static final Set<String> BOTH = Set.of("a", "b");
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Newcomers<String> newcomers = new Newcomers<>();

    @Test
    void shouldBeNewForTwoSeconds() {
        assertThat(newcomers.isAnyNew(BOTH, BOTH, 0)).isTrue();
        assertThat(newcomers.isAnyNew(BOTH, BOTH, 2 * SECOND - 1)).isTrue();
        assertThat(newcomers.isAnyNew(BOTH, BOTH, 2 * SECOND)).isFalse();
    }

    @Test
    void shouldBeNewUntilItHasShards() {
        assertThat(newcomers.isAnyNew(BOTH, Set.of("a"), 0)).isTrue();
        assertThat(newcomers.isAnyNew(BOTH, Set.of("a"), 10 * SECOND)).isTrue();
        assertThat(newcomers.isAnyNew(BOTH, BOTH, 11 * SECOND)).isTrue();
        assertThat(newcomers.isAnyNew(BOTH, BOTH, 13 * SECOND)).isFalse();
    }

    @Test
    void shouldBeNewAgainWhenItHadNone() {
        assertThat(newcomers.isAnyNew(BOTH, BOTH, 0)).isTrue();
        assertThat(newcomers.isAnyNew(Set.of("a"), Set.of("a"), 2 * SECOND)).isFalse();
        assertThat(newcomers.isAnyNew(BOTH, BOTH, 3 * SECOND)).isTrue();
    }
}
