package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TruncationTest {
    @TempDir
    Path folder;

    @Test
    void shouldTellOfAFileThatWasTruncatedUnderTheMappingAndStayAlive() {
        try (ChildJvm child = ChildJvm.start(
                List.of(),
                folder.resolve("log"),
                List.of(),
                List.of(Truncator.class.getName(), folder.resolve("journal").toString()))) {
            assertThat(child.exitCode()).as(child.said()).isZero();
            assertThat(child.said()).contains("appender: JournalIoException", "tailer: JournalIoException", "alive");
        }
    }
}
