package dev.ropewalk.cluster.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Twin;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CourseTest {
    private static final int RUNS = 1000;

    private final Course course = new Course();

    private OptionalLong next(long at, long logEnd, long... wanted) {
        return course.next(wanted, at, logEnd);
    }

    @Test
    void shouldReadForEachLaneInEachRound() {
        for (long seed = 0; seed < RUNS; seed++) {
            try {
                new CourseWorld().accept(seed);
            } catch (AssertionError failed) {
                throw new AssertionError("with seed " + seed + ": " + failed.getMessage(), failed);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCatchOneThatGoesOnForEverAndOneThatGoesBackAllTheTime(boolean goesOn) throws Exception {
        AssertionError caught = null;
        for (long seed = 0; seed < RUNS && caught == null; seed++) {
            LongConsumer twin = Twin.without(Course.class, "next", "isOfThisRound", goesOn)
                    .make(LongConsumer.class, CourseWorld.class);
            try {
                twin.accept(seed);
            } catch (AssertionError found) {
                caught = found;
            }
        }
        assertThat(caught).isNotNull();
    }

    @Test
    void shouldRestIfNothingIsWanted() {
        assertThat(next(7, 10)).isEmpty();
    }

    @Test
    void shouldGoOnWhileSomethingIsAhead() {
        assertThat(next(0, 100, 0, 20)).hasValue(0);
        assertThat(next(10, 120, 5, 20)).hasValue(20);
        assertThat(next(30, 120, 5, 99)).hasValue(99);
    }

    @Test
    void shouldGoBackIfNothingIsAhead() {
        assertThat(next(0, 100, 0)).hasValue(0);
        assertThat(next(50, 100, 5, 20)).hasValue(5);
    }

    @Test
    void shouldGoBackThoughMoreIsAppendedAllTheTime() {
        long at = 0;
        int backs = 0;
        for (long end = 100; end < 10_000; end += 10) { // as much as is read
            long from = next(at, end, 5, end - 1).orElseThrow();
            backs += from == 5 ? 1 : 0;
            at = from + 10;
        }
        assertThat(backs).isGreaterThan(3);
    }
}
