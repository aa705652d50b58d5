package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The broken twin of {@link KillLoopTest}: writers that acknowledge records before they are committed. */
class HastyWriterTest {
    private static final int KILLS = 100;

    @TempDir
    Path folder;

    @Test
    void shouldBeCaught() {
        var place = KillPlace.in(folder).manner(CrashWriter.HASTY).writers(1);
        try (var loop = new KillLoop(place, new CrashPlan(1))) {
            assertThatThrownBy(() -> {
                        loop.kill(KILLS);
                        loop.settle();
                    })
                    .hasMessageContaining("was acknowledged at");
        }
    }
}
