package dev.ropewalk.scheduler.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HomeAssignerTest {
    private static final int WORKERS = 3;

    private final HomeAssigner homes = new HomeAssigner(WORKERS);

    private static List<Integer> next(int count, IntSupplier home) {
        return IntStream.range(0, count).mapToObj(i -> home.getAsInt()).toList();
    }

    @Test
    void shouldGiveSoftStrandsTheSameHomeAFewAtATime() {
        assertThat(next(14, homes::nextSoft)).containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0);
    }

    @Test
    void shouldLetVirtualThreadsTakeTurns() {
        assertThat(next(5, homes::nextThread)).containsExactly(0, 1, 2, 0, 1);
    }

    @Test
    void shouldLetPinnedStrandsTakeTurnsUntilEachWorkerHasMany() {
        List<Integer> alone = next(HomeAssigner.ALONE * WORKERS, homes::nextPinned);

        assertThat(alone.subList(0, 5)).containsExactly(0, 1, 2, 0, 1);
        assertThat(alone.subList(alone.size() - 3, alone.size())).containsExactly(0, 1, 2);
        assertThat(next(9, homes::nextPinned)).containsExactly(0, 0, 0, 0, 1, 1, 1, 1, 2);
    }

    @Test
    void shouldShareOutPinnedStrandsEvenly() {
        long[] counts = new long[WORKERS];
        for (int i = 0; i < 1000; i++) {
            counts[homes.nextPinned()]++;
            long most =
                    IntStream.range(0, WORKERS).mapToLong(w -> counts[w]).max().getAsLong();
            long least =
                    IntStream.range(0, WORKERS).mapToLong(w -> counts[w]).min().getAsLong();
            assertThat(8 * (most - least)).isLessThanOrEqualTo(Math.max(8, most));
        }
    }
}
