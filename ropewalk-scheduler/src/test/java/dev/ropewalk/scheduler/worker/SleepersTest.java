package dev.ropewalk.scheduler.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SleepersTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64, 65, 127, 128, 129, 4096})
    void shouldFindTheNextSleeperLikeABitSet(int size) {
        var random = new Random(size);
        var sleepers = new Sleepers(size, size);
        var model = new BitSet(size);
        for (int step = 0; step < 500; step++) {
            int worker = random.nextInt(size);
            if (random.nextBoolean()) {
                sleepers.add(worker);
                model.set(worker);
            } else {
                sleepers.remove(worker);
                model.clear(worker);
            }
            int from = random.nextInt(size + 1);
            assertThat(sleepers.next(from))
                    .as("next from %d of %s", from, model)
                    .isEqualTo(model.nextSetBit(from));
            assertThat(sleepers.next(worker) == worker).isEqualTo(model.get(worker));
            assertThat(sleepers.isEmpty()).isEqualTo(model.isEmpty());
        }
    }

    @Test
    void shouldFindNoneBehindTheLast() {
        var sleepers = new Sleepers(64, 64);
        sleepers.add(63);

        assertThat(sleepers.next(63)).isEqualTo(63);
        assertThat(sleepers.next(64)).isEqualTo(-1);
    }

    @Test
    void shouldLetAtMostHalfOfTheWorkersSearch() {
        var sleepers = new Sleepers(8, 5);

        assertThat(sleepers.trySearch()).isTrue();
        assertThat(sleepers.trySearch()).isTrue();
        assertThat(sleepers.trySearch()).isFalse();
        assertThat(sleepers.endSearch()).as("it was the last").isFalse();
        assertThat(sleepers.endSearch()).as("it was the last").isTrue();
        assertThat(sleepers.tryFirstSearch()).isTrue();
    }

    @Test
    void shouldLetASingleWorkerSearch() {
        assertThat(new Sleepers(1, 1).trySearch()).isTrue();
    }

    @Test
    void shouldHandOutAFirstPermitOnlyWhenNobodySearches() {
        var sleepers = new Sleepers(4, 4);

        assertThat(sleepers.tryFirstSearch()).isTrue();
        assertThat(sleepers.tryFirstSearch()).isFalse();
        assertThat(sleepers.endSearch()).as("it was the last").isTrue();
        assertThat(sleepers.tryFirstSearch()).isTrue();
    }
}
