package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillLoopTest {
    private static final int KILLS = Integer.getInteger("ropewalk.stress.kills", Sample.of(40, 60));
    private static final int KILLS_PER_JOURNAL = 100;
    private static final int KILLS_PER_OPENING = 20;
    private static final long SEED =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());

    @TempDir
    Path folder;

    @Test
    void shouldKeepWhatKilledWritersHaveAcknowledged() throws IOException {
        for (int killed = 0; killed < KILLS; killed += KILLS_PER_JOURNAL) {
            Path place = Files.createDirectory(folder.resolve("after-" + killed));
            try (var loop = new KillLoop(KillPlace.in(place), new CrashPlan(SEED + killed))) {
                loop.startReaders();
                for (int i = 0; i < Math.min(KILLS_PER_JOURNAL, KILLS - killed); i += KILLS_PER_OPENING) {
                    if (i == KILLS_PER_OPENING) {
                        loop.killExclusive(KILLS_PER_OPENING);
                    } else {
                        loop.kill(KILLS_PER_OPENING);
                    }
                    loop.reopen();
                }
                loop.compareWithFiles();
                assertThat(loop.records()).isGreaterThan(KILLS_PER_OPENING);
            }
        }
    }
}
