package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ropewalk.sim.engine.Ending;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which failures count as the same bug while a run is shrunk. */
class LikenessTest {
    private static void check(boolean holds) {
        assertThat(holds).isTrue();
    }

    private static void common() {
        check(false);
    }

    private static void rare() {
        check(false);
    }

    private static Ending ending(Runnable failing) {
        return Ending.failed(catchThrowable(failing::run));
    }

    private static Ending deadlock(String... places) {
        return new Ending(Ending.Kind.DEADLOCKED, "deadlocked", null, Set.of(places));
    }

    @Test
    void shouldTellAssertionsApartThatFailInTheSameHelper() {
        assertThat(Likeness.areAlike(ending(LikenessTest::rare), ending(LikenessTest::rare)))
                .isTrue();
        assertThat(Likeness.areAlike(ending(LikenessTest::rare), ending(LikenessTest::common)))
                .isFalse();
    }

    @Test
    void shouldTellKindsApart() {
        assertThat(Likeness.areAlike(ending(LikenessTest::rare), deadlock("a"))).isFalse();
        assertThat(Likeness.areAlike(
                        ending(LikenessTest::rare), Ending.failed(new IllegalStateException("of another class"))))
                .isFalse();
    }

    @Test
    void shouldLetADeadlockShrinkToFewerParties() {
        assertThat(Likeness.areAlike(deadlock("a", "b"), deadlock("a"))).isTrue();
        assertThat(Likeness.areAlike(deadlock("a", "b"), deadlock("b", "c"))).isFalse();
    }
}
