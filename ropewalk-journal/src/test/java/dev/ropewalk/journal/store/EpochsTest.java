package dev.ropewalk.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.write.WriterSession;
import org.junit.jupiter.api.Test;

class EpochsTest {
    private static final int MAX = RecordLayout.MAX_EPOCH;

    private static int next(int... seen) {
        var epochs = new Epochs();
        for (int epoch : seen) {
            epochs.add(epoch);
        }
        return WriterSession.epochOf(epochs.lastSession() + 1);
    }

    @Test
    void shouldGoOnAboveAllThatWereSeen() {
        assertThat(next()).isEqualTo(1);
        assertThat(next(1)).isEqualTo(2);
        assertThat(next(3, 1, 200, 7)).isEqualTo(201);
        assertThat(next(12_000_000, 12_000_040)).isEqualTo(12_000_041);
    }

    @Test
    void shouldGoOnBehindTheLatestWhereTheyHaveStartedAgain() {
        assertThat(next(MAX)).isEqualTo(1);
        assertThat(next(MAX - 3, MAX - 1)).isEqualTo(MAX);
        assertThat(next(MAX - 1, MAX, 1, 2, 5)).isEqualTo(6);
        assertThat(next(MAX - 100, 30)).isEqualTo(31);
    }
}
