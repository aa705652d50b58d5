package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KillLoopTest {
    private static final int KILLS = Integer.getInteger("ropewalk.stress.kills", 500);
    private static final long SEED =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());

    @TempDir
    Path folder;

    @Test
    void shouldKeepWhatKilledWritersHaveAcknowledged() throws IOException {
        try (var loop = new KillLoop(folder, new CrashPlan(SEED), CrashWriter.FAITHFUL)) {
            loop.kill(KILLS);
            loop.reopen();
            assertThat(loop.records()).isGreaterThan(KILLS);
        }
    }
}
