package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TimeHistogramTest {
    @Test
    void shouldFillEachBucketWithoutGapOrOverlap() {
        long lowest = 0;
        for (int bucket = 0; lowest >= 0; bucket++) {
            long highest = TimeHistogram.highestOf(bucket);
            assertThat(TimeHistogram.bucketOf(lowest))
                    .as("lowest of bucket %d", bucket)
                    .isEqualTo(bucket);
            assertThat(TimeHistogram.bucketOf(highest))
                    .as("highest of bucket %d", bucket)
                    .isEqualTo(bucket);
            assertThat(highest - lowest).as("width of bucket %d", bucket).isLessThanOrEqualTo(lowest / 16);
            lowest = highest + 1;
        }
        assertThat(lowest)
                .as("the last bucket ends with the longest wait there is")
                .isEqualTo(Long.MIN_VALUE);
    }
}
