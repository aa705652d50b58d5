package dev.ropewalk.journal.open;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.AppenderKind;
import dev.ropewalk.journal.AppendingParty;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.format.JournalModel;
import dev.ropewalk.journal.format.Written;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random steps of several appenders, in turns, against a model; claims stay open meanwhile, and some are contested or invalidated.
 * Then an exclusive one goes on, and then several again.
 */
class AppendersModelTest {
    private static final int JOURNALS = 8;
    private static final int TURNS = 6;
    private static final int STEPS = 60;

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
                for (int turn = 0; turn < TURNS; turn++) {
                    run(files, turn % 2 == 0 ? AppenderKind.SHARED : AppenderKind.EXCLUSIVE, model, random);
                }
                assertThat(Written.in(files.store())).as("seed " + seed).isEqualTo(model.records());
            }
        }
    }

    private static void run(JournalFiles files, AppenderKind kind, JournalModel model, SplittableRandom random) {
        var parties = new AppendingParty[kind == AppenderKind.SHARED ? 3 : 1];
        for (int party = 0; party < parties.length; party++) {
            parties[party] = new AppendingParty(files.store(), kind.tail(files, party + 1), model, random);
        }
        for (int step = 0; step < STEPS; step++) {
            parties[random.nextInt(parties.length)].step();
        }
        for (AppendingParty party : parties) {
            party.close();
        }
    }
}
