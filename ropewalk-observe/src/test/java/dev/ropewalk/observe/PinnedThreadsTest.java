package dev.ropewalk.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** More pinned threads than CPUs. */
class PinnedThreadsTest extends TwoLooks {
    @Test
    void shouldFindMorePinnedThreadsThanCpus() {
        for (Look look : List.of(before, after)) {
            look.pinned("a", 1)
                    .pinned("b", 2, 3)
                    .pinned("c", 2, 3)
                    .pinned("d", 3)
                    .pinned("e", 4, 5);
        }

        assertThat(found())
                .hasToString("WARNING PINNED_OVERCOMMIT: pinned threads: 3 threads are pinned to the 2 CPUs 2-3:"
                        + " b to 2-3, c to 2-3, d to 3. They take turns, and one that spins holds up the others: pin"
                        + " fewer, or give each a CPU of its own, which CpuReservation finds.");
    }

    @Test
    void shouldFindTwoThreadsThatArePinnedToOneCpu() {
        for (Look look : List.of(before, after)) {
            look.pinned("a", 1).pinned("b", 1).pinned("c", 2);
        }

        assertThat(found().what()).isEqualTo("2 threads are pinned to CPU 1: a to 1, b to 1");
    }

    @Test
    void shouldFindThreadsThatHaveTooFewCpusAllTogether() {
        for (Look look : List.of(before, after)) {
            look.pinned("a", 1, 2).pinned("b", 2, 3).pinned("c", 1, 3).pinned("d", 1, 2);
        }

        assertThat(found().what()).startsWith("4 threads are pinned to the 3 CPUs 1-3: ");
    }

    @Test
    void shouldFindThreadsThatHaveTooFewCpusBesideOthersThatHaveEnough() {
        for (Look look : List.of(before, after)) {
            look.pinned("e", 5).pinned("f", 6, 7, 8).pinned("g", 3, 9);
            look.pinned("a", 1, 2).pinned("b", 2, 3).pinned("c", 1, 3).pinned("d", 1, 2);
        }

        assertThat(found().what())
                .isEqualTo("4 threads are pinned to the 3 CPUs 1-3: a to 1-2, b to 2-3, c to 1,3, d to 1-2");
    }

    @Test
    void shouldLetAThreadTakeThePlaceOfAnother() {
        before.pinned("a", 1).pinned("c", 2);
        after.pinned("a", 1).pinned("b", 1).pinned("c", 1);
        expectHealthy();
    }
}
