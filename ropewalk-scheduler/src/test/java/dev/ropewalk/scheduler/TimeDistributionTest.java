package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.base.Durations;
import dev.ropewalk.base.TimeHistogram;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TimeDistributionTest {
    private static final long SEED = Long.getLong("ropewalk.stress.seed", System.nanoTime());

    private final TimeHistogram histogram = new TimeHistogram();

    private TimeDistribution now() {
        return TimeDistribution.of(histogram);
    }

    @Test
    void shouldBeAllZeroWhenNobodyHasWaited() {
        TimeDistribution none = now();
        assertThat(none.count()).isZero();
        assertThat(List.of(none.total(), none.mean(), none.max(), none.percentile(50)))
                .containsOnly(Duration.ZERO);
    }

    @Test
    void shouldKeepCountTotalMeanAndMaxExact() {
        LongStream.of(1, 1_000, 2_000_003).forEach(histogram::record);
        TimeDistribution times = now();
        assertThat(times.count()).isEqualTo(3);
        assertThat(times.total()).isEqualTo(Duration.ofNanos(2_001_004));
        assertThat(times.mean()).isEqualTo(Duration.ofNanos(2_001_004 / 3));
        assertThat(times.max()).isEqualTo(Duration.ofNanos(2_000_003));
    }

    @Test
    void shouldTakeTheLongestWaitThereIs() {
        histogram.record(Long.MAX_VALUE);
        assertThat(now().percentile(100)).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    }

    @Test
    void shouldTakeAClockThatRanBackwardsForNoWait() {
        histogram.record(-5);
        assertThat(now().count()).isEqualTo(1);
        assertThat(now().max()).isZero();
    }

    @Test
    void shouldGivePercentilesAtMostASixteenthTooLong() {
        var random = new Random(SEED);
        long[] waits = IntStream.range(0, 10_000)
                .mapToLong(i -> random.nextLong(1L << random.nextInt(1, 40)))
                .toArray();
        Arrays.stream(waits).forEach(histogram::record);
        Arrays.sort(waits);
        TimeDistribution times = now();
        for (double percent : new double[] {0, 0.01, 1, 10, 50, 90, 99, 99.9, 99.99, 100}) {
            int rank = (int) Math.max(1, Math.ceil(waits.length * percent / 100));
            long exact = waits[rank - 1];
            assertThat(times.percentile(percent).toNanos())
                    .as("percentile %s, seed %d", percent, SEED)
                    .isBetween(exact, exact + exact / 16);
        }
    }

    @Test
    void shouldRefuseAPercentileThatIsNone() {
        TimeDistribution times = now();
        for (double percent : new double[] {-0.1, 100.1, Double.NaN}) {
            assertThatThrownBy(() -> times.percentile(percent))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("percent must be from 0 to 100: " + percent);
        }
    }

    @Test
    void shouldAddUpWaitsOfTwo() {
        var other = new TimeHistogram();
        histogram.record(10);
        histogram.record(5_000);
        other.record(70_000);
        TimeDistribution both = TimeDistribution.none().plus(now()).plus(TimeDistribution.of(other));
        assertThat(both.count()).isEqualTo(3);
        assertThat(both.total()).isEqualTo(Duration.ofNanos(75_010));
        assertThat(both.max()).isEqualTo(Duration.ofNanos(70_000));
        assertThat(both.percentile(1)).isEqualTo(Duration.ofNanos(10));
        assertThat(both)
                .hasToString("3 times, mean 25 µs, p50 " + Durations.inWords(both.percentile(50))
                        + ", p99 70 µs, max 70 µs");
    }

    @Test
    void shouldCountWaitsOfManyThreads() throws InterruptedException {
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(i -> Thread.ofPlatform()
                        .start(() -> IntStream.range(0, 10_000).forEach(wait -> histogram.record(wait))))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(now().count()).isEqualTo(40_000);
        assertThat(now().max()).isEqualTo(Duration.ofNanos(9_999));
    }

    @Test
    void shouldTellWhatCameAfterAnEarlierLook() {
        histogram.record(10);
        histogram.record(5_000_000);
        TimeDistribution earlier = now();
        histogram.record(1_000_000);
        TimeDistribution since = now().since(earlier);
        assertThat(since.count()).isEqualTo(1);
        assertThat(since.total()).isEqualTo(Duration.ofMillis(1));
        assertThat(since.max().toNanos()).isBetween(1_000_000L, 1_062_500L);
        assertThat(since.percentile(1)).isEqualTo(since.max());
        assertThat(earlier.since(earlier).max()).isZero();
        assertThatThrownBy(() -> earlier.since(now()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("isn't later");
    }

    @Test
    void shouldCountAloneAsWithOthers() {
        var alone = new TimeHistogram();
        LongStream.of(-3, 7, 1_000, 2_000_003, 44).forEach(time -> {
            alone.recordAlone(time);
            histogram.record(time);
        });
        assertThat(TimeDistribution.of(alone)).hasToString(now().toString());
        assertThat(alone.counts()).isEqualTo(histogram.counts());
    }
}
