package dev.ropewalk.scheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.ProbeJvm;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closing where the heap is full at last. */
class NoMemoryCloseTest {
    @TempDir
    private Path temporary;

    @Test
    void shouldLetAThreadGoOnThatAwaitsTheEnd() throws Exception {
        assertThat(ProbeJvm.onClassPath(temporary, NoMemoryCloseProbe.class, "-Xmx16m"))
                .containsExactly("2 calls, awaited true");
    }
}
