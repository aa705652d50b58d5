package dev.ropewalk.cluster.pekko.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MovesTest {
    private static final Set<String> ALL = Set.of("1", "2", "3");
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Moves moves = new Moves();

    @Test
    void shouldCountWhatPekkoMoves() {
        assertThat(moves.count(Set.of(), ALL, 0)).isZero();
        assertThat(moves.count(Set.of("1", "2"), ALL, 1)).isEqualTo(2);
        assertThat(moves.count(Set.of("2"), ALL, 2)).isOne();
        assertThat(moves.count(Set.of(), ALL, 3)).isZero();
    }

    @Test
    void shouldCountWhatHasNoOwnerYet() {
        assertThat(moves.count(Set.of("1"), ALL, 0)).isOne();
        assertThat(moves.count(Set.of("2"), Set.of("2", "3"), 1)).isEqualTo(2);
        assertThat(moves.count(Set.of(), Set.of("2", "3"), 2)).isOne();
        assertThat(moves.count(Set.of(), ALL, 3)).isZero();
    }

    @Test
    void shouldForgetWhatNobodyTakes() {
        assertThat(moves.count(Set.of("1"), ALL, 0)).isOne();
        assertThat(moves.count(Set.of(), Set.of("2", "3"), 7 * SECOND)).isOne();
        assertThat(moves.count(Set.of(), Set.of("2", "3"), 12 * SECOND)).isOne();
        assertThat(moves.count(Set.of(), Set.of("2", "3"), 12 * SECOND + 1)).isZero();
    }

    /** However long its old owner takes. */
    @Test
    void shouldNotForgetWhatMoves() {
        assertThat(moves.count(Set.of("1"), ALL, 0)).isOne();
        assertThat(moves.count(Set.of("1"), ALL, 100 * SECOND)).isOne();
    }

    /** A slow coordinator asks seldom, and what it has taken from its owner meanwhile isn't forgotten. */
    @Test
    void shouldNotForgetWhatItSeesLate() {
        assertThat(moves.count(Set.of("1", "2"), ALL, 0)).isEqualTo(2);
        assertThat(moves.count(Set.of(), Set.of("3"), 100 * SECOND)).isEqualTo(2);
        assertThat(moves.count(Set.of("1"), ALL, 101 * SECOND)).isOne();
        assertThat(moves.count(Set.of(), Set.of("2", "3"), 107 * SECOND)).isOne();
    }
}
