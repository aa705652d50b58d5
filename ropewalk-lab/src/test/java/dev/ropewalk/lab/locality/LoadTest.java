package dev.ropewalk.lab.locality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LoadTest {
    @ParameterizedTest
    @EnumSource
    void shouldDealAllMessages(Load load) {
        for (int actors : new int[] {1, 7, 24, 8000}) {
            assertThat(Arrays.stream(load.deal(actors, 40_000, 1)).sum())
                    .as("%d actors", actors)
                    .isEqualTo(40_000);
        }
    }

    @Test
    void shouldDealTheSameToAll() {
        assertThat(Load.ROUND_ROBIN.deal(4, 10, 1)).containsExactly(3, 3, 2, 2);
    }

    @Test
    void shouldFollowZipfsLaw() {
        int[] counts = Load.ZIPF.deal(1000, 4_000_000, 1);
        Arrays.sort(counts);

        double ratio = (double) counts[999] / counts[999 - 9];
        assertThat(ratio).as("the first to the tenth").isBetween(Math.pow(10, 1.09), Math.pow(10, 1.11));
    }

    @Test
    void shouldShuffleTheRanksBySeed() {
        int[] first = Load.ZIPF.deal(100, 1000, 1);

        assertThat(Load.ZIPF.deal(100, 1000, 1)).isEqualTo(first);
        assertThat(Load.ZIPF.deal(100, 1000, 2)).isNotEqualTo(first).hasSameSizeAs(first);
    }

    @Test
    void shouldNameTheLoadsThatThereAre() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Load.of("flat"))
                .withMessage("load must be one of round-robin, zipf, but is 'flat'");
    }
}
