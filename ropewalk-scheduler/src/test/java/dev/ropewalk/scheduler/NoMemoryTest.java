package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a scheduler when the heap was full for a while. */
class NoMemoryTest {
    @Test
    void shouldKeepItsWorkersAndItsMonitorWhenNothingCanBeReported(@TempDir Path temporary) throws Exception {
        assertThat(ProbeJvm.onClassPath(temporary, NoMemoryProbe.class, "-Xmx16m"))
                .containsExactly("begun: true", "all ran: true", "ticks: true", "closed: true");
    }
}
