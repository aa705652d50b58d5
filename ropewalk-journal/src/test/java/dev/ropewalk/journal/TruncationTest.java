package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TruncationTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-Xint", "-XX:TieredStopAtLevel=1", "-XX:TieredStopAtLevel=4"})
    void shouldTellOfAFileThatWasTruncatedUnderTheMappingAndStayAlive(String mode) {
        try (ChildJvm child = ChildJvm.start(
                List.of(),
                folder.resolve("log"),
                List.of(mode),
                List.of(Truncator.class.getName(), folder.resolve("journal").toString()))) {
            assertThat(child.exitCode()).as(child.said()).isZero();
            assertThat(child.said())
                    .contains(
                            "SHARED appender: JournalIoException",
                            "SHARED tailer: JournalIoException",
                            "EXCLUSIVE appender: JournalIoException",
                            "EXCLUSIVE tailer: JournalIoException",
                            "alive");
        }
    }
}
