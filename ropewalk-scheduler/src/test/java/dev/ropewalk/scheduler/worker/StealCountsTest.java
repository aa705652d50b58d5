package dev.ropewalk.scheduler.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.WorkerStats;
import dev.ropewalk.scheduler.strand.WorkerCounters;
import java.util.List;
import org.junit.jupiter.api.Test;

class StealCountsTest {
    private final StealCounts counts = new StealCounts();

    @Test
    void shouldCountByVictimAndKeepItWhenAWorkerWithAHigherNumberFollows() {
        assertThat(counts.snapshot()).isEmpty();
        counts.add(1, 3);
        counts.add(1, 2);
        counts.add(0, 0);
        assertThat(counts.snapshot()).containsExactly(0L, 5L);
        counts.add(300, 7);
        counts.add(2, 1);
        List<Long> all = counts.snapshot();
        assertThat(all).hasSize(301).startsWith(0L, 5L, 1L, 0L).endsWith(0L, 7L);
    }

    @Test
    void shouldTellOfEachWorkerAndOfAll() {
        counts.add(0, 4);
        counts.add(2, 1);
        WorkerStats stats = new WorkerCounters().snapshot(1, counts.snapshot(), 0);

        assertThat(stats.steals()).isEqualTo(5);
        assertThat(stats.stealsFrom(0)).isEqualTo(4);
        assertThat(stats.stealsFrom(1)).isZero();
        assertThat(stats.stealsFrom(99)).isZero();
        assertThat(stats.stealsFrom()).isUnmodifiable();
    }
}
