package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random steps of several appenders, in turns, against a model; claims stay open meanwhile, and some are doubted or voided. */
class AppendersModelTest {
    private static final int JOURNALS = 8;
    private static final int STEPS = 300;

    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());

    @TempDir
    Path directory;

    @Test
    void shouldWriteWhatTheModelSays() {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < JOURNALS; i++) {
            var options = JournalOptions.defaults().segmentBytes(4096L << random.nextInt(3));
            try (JournalFiles files = JournalFiles.open(directory.resolve("journal" + i), options)) {
                var model = new JournalModel();
                var parties = new AppendingParty[3];
                for (int party = 0; party < parties.length; party++) {
                    parties[party] = new AppendingParty(files.store(), party + 1, model, random);
                }
                for (int step = 0; step < STEPS; step++) {
                    parties[random.nextInt(parties.length)].step();
                }
                for (AppendingParty party : parties) {
                    party.finish();
                }
                assertThat(Written.in(files.store())).as("seed " + seed).isEqualTo(model.records());
            }
        }
    }
}
