package dev.ropewalk.lab.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** A sampler on a clock that the test drives. */
class JitterTest {
    private static final long WARM_UP = 300_000_000;
    private static final long SECOND = 1_000_000_000;

    @Test
    void shouldFindTheGapsOfAClock() {
        Jitter jitter = sample(1_000, Map.of(SECOND / 10, 1_500L, SECOND / 2, 40_000L, SECOND / 4 * 3, 2_000_000L));
        assertThat(jitter.gaps().getTotalCount()).isEqualTo(3);
        assertThat(jitter.longestNanos()).isEqualTo(2_000_000);
        assertThat(jitter.longestAt()).isBetween(SECOND / 4 * 3 - 1000, SECOND / 4 * 3 + 1000);
        assertThat(jitter.durationNanos()).isBetween(SECOND, SECOND + 100);
        assertThat(jitter.readings()).isBetween(9_000_000L, 10_000_000L);
    }

    @Test
    void shouldNoteOnlyGapsFromTheThresholdOn() {
        Jitter jitter = sample(10_000, Map.of(SECOND / 10, 9_000L, SECOND / 2, 10_000L));
        assertThat(jitter.gaps().getTotalCount()).isEqualTo(1);
    }

    @Test
    void shouldTellCountsAndPercentilesAndTheLongest() {
        var gaps = new Histogram(3);
        gaps.recordValueWithCount(1_200, 80);
        gaps.recordValueWithCount(15_000, 15);
        gaps.recordValueWithCount(150_000, 4);
        gaps.recordValue(3_000_000);
        assertThat(new Jitter(10 * SECOND, 1_000_000_000, 1_000, gaps, 3_000_000, 4 * SECOND).lines())
                .startsWith(
                        "1000000000 readings in 10.0 s, one each 10.0 ns",
                        "100 gaps of 1.00 us or more took 3.92 ms, 0.039 % of the time")
                .contains(
                        "  1.00 us - 2.00 us       80  ######################################",
                        "  2.00 us - 5.00 us        0",
                        "   100 us - 200 us         4  ##############",
                        "  2.00 ms - 5.00 ms        1  ######",
                        "  over 1.00 us      100, 10.0 a second",
                        "  over 10.0 us       20, 2.00 a second",
                        "  over 100 us         5, 0.500 a second",
                        "  over 1.00 ms        1, 0.100 a second",
                        "  p50      1.20 us",
                        "  longest  3.00 ms, begun 4.00 s after the start");
    }

    @Test
    void shouldTellThatThereWereNoGaps() {
        assertThat(new Jitter(SECOND, 10, 1_000, new Histogram(3), 0, 0).lines())
                .containsExactly(
                        "10 readings in 1.00 s, one each 100 ms",
                        "0 gaps of 1.00 us or more took 0 ns, 0.000 % of the time");
    }

    @Test
    void shouldCountOnlyLevelsThatTheThresholdLeaves() {
        var gaps = new Histogram(3);
        gaps.recordValue(70_000);
        assertThat(new Jitter(SECOND, 10, 50_000, gaps, 70_000, 0).lines())
                .anyMatch(line -> line.startsWith("  50.0 us - 100 us "))
                .anyMatch(line -> line.startsWith("  over 100 us         0"))
                .noneMatch(line -> line.contains("over 10.0 us") || line.contains("20.0 us"));
    }

    /** Samples for a second on a clock that proceeds by 100 ns a reading, and has gaps at some times after the warm-up. */
    private static Jitter sample(long threshold, Map<Long, Long> gaps) {
        var ahead = new TreeMap<Long, Long>();
        gaps.forEach((at, length) -> ahead.put(at + WARM_UP, length));
        var time = new long[1];
        return new JitterSampler(
                        () -> {
                            time[0] += 100;
                            if (!ahead.isEmpty() && time[0] >= ahead.firstKey()) {
                                time[0] += ahead.pollFirstEntry().getValue() - 100;
                            }
                            return time[0];
                        },
                        threshold)
                .sample(SECOND);
    }
}
