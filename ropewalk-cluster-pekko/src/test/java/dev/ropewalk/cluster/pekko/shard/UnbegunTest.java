package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UnbegunTest {
    private static final Map<String, String> OWNERS = Map.of("1", "a", "2", "a", "3", "b");

    private final Unbegun<String> unbegun = new Unbegun<>();

    @BeforeEach
    void note() {
        assertThat(unbegun.isAny()).isFalse();
        unbegun.note(Map.of("1", "a", "2", "a"), 0);
    }

    private void look(Set<String> moving, Map<String, String> owners, Duration now) {
        unbegun.look(moving, owners, now.toNanos());
    }

    @Test
    void shouldWaitUntilOneMoves() {
        look(Set.of("3"), OWNERS, Duration.ofSeconds(1));
        assertThat(unbegun.isAny()).isTrue();
        look(Set.of("2"), OWNERS, Duration.ofSeconds(1));
        assertThat(unbegun.isAny()).isFalse();
    }

    @Test
    void shouldWaitUntilOneHasMoved() {
        look(Set.of(), Map.of("1", "b", "2", "a", "3", "b"), Duration.ofSeconds(1));
        assertThat(unbegun.isAny()).isFalse();
    }

    @Test
    void shouldWaitUntilOneHasNoOwner() {
        look(Set.of(), Map.of("1", "a", "3", "b"), Duration.ofSeconds(1));
        assertThat(unbegun.isAny()).isFalse();
    }

    @Test
    void shouldWaitForTwoSeconds() {
        look(Set.of(), OWNERS, Duration.ofSeconds(2));
        assertThat(unbegun.isAny()).isTrue();
        look(Set.of(), OWNERS, Duration.ofSeconds(2).plusNanos(1));
        assertThat(unbegun.isAny()).isFalse();
    }
}
