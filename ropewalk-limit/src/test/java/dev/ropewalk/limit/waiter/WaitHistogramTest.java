package dev.ropewalk.limit.waiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WaitHistogramTest {
    private static final long SEED = Long.getLong("ropewalk.stress.seed", System.nanoTime());

    private final WaitHistogram histogram = new WaitHistogram();

    @Test
    void shouldBeAllZeroWhenNobodyHasWaited() {
        WaitSnapshot none = histogram.snapshot();
        assertThat(none.count()).isZero();
        assertThat(List.of(none.total(), none.mean(), none.max(), none.percentile(50)))
                .containsOnly(Duration.ZERO);
    }

    @Test
    void shouldKeepCountTotalMeanAndMaxExact() {
        LongStream.of(1, 1_000, 2_000_003).forEach(histogram::record);
        WaitSnapshot times = histogram.snapshot();
        assertThat(times.count()).isEqualTo(3);
        assertThat(times.total()).isEqualTo(Duration.ofNanos(2_001_004));
        assertThat(times.mean()).isEqualTo(Duration.ofNanos(2_001_004 / 3));
        assertThat(times.max()).isEqualTo(Duration.ofNanos(2_000_003));
    }

    @Test
    void shouldFillEachBucketWithoutGapOrOverlap() {
        long lowest = 0;
        for (int bucket = 0; lowest >= 0; bucket++) {
            long highest = WaitHistogram.highestOf(bucket);
            assertThat(WaitHistogram.bucketOf(lowest))
                    .as("lowest of bucket %d", bucket)
                    .isEqualTo(bucket);
            assertThat(WaitHistogram.bucketOf(highest))
                    .as("highest of bucket %d", bucket)
                    .isEqualTo(bucket);
            assertThat(highest - lowest).as("width of bucket %d", bucket).isLessThanOrEqualTo(lowest / 16);
            lowest = highest + 1;
        }
        assertThat(lowest)
                .as("the last bucket ends with the longest wait there is")
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void shouldTakeTheLongestWaitThereIs() {
        histogram.record(Long.MAX_VALUE);
        assertThat(histogram.snapshot().percentile(100)).isEqualTo(Duration.ofNanos(Long.MAX_VALUE));
    }

    @Test
    void shouldTakeAClockThatRanBackwardsForNoWait() {
        histogram.record(-5);
        assertThat(histogram.snapshot().count()).isEqualTo(1);
        assertThat(histogram.snapshot().max()).isZero();
    }

    @Test
    void shouldGivePercentilesAtMostASixteenthTooLong() {
        var random = new Random(SEED);
        long[] waits = IntStream.range(0, 10_000)
                .mapToLong(i -> random.nextLong(1L << random.nextInt(1, 40)))
                .toArray();
        Arrays.stream(waits).forEach(histogram::record);
        Arrays.sort(waits);
        WaitSnapshot times = histogram.snapshot();
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
        WaitSnapshot times = histogram.snapshot();
        for (double percent : new double[] {-0.1, 100.1, Double.NaN}) {
            assertThatThrownBy(() -> times.percentile(percent))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("percent must be from 0 to 100: " + percent);
        }
    }

    @Test
    void shouldAddUpWaitsOfTwo() {
        var other = new WaitHistogram();
        histogram.record(10);
        histogram.record(5_000);
        other.record(70_000);
        WaitSnapshot both = WaitSnapshot.NONE.plus(histogram.snapshot()).plus(other.snapshot());
        assertThat(both.count()).isEqualTo(3);
        assertThat(both.total()).isEqualTo(Duration.ofNanos(75_010));
        assertThat(both.max()).isEqualTo(Duration.ofNanos(70_000));
        assertThat(both.percentile(1)).isEqualTo(Duration.ofNanos(10));
        assertThat(both)
                .hasToString(both.count() + " waits, mean " + both.mean() + ", p50 " + both.percentile(50) + ", p99 "
                        + both.percentile(99) + ", max " + both.max());
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
        assertThat(histogram.snapshot().count()).isEqualTo(40_000);
        assertThat(histogram.snapshot().max()).isEqualTo(Duration.ofNanos(9_999));
    }
}
