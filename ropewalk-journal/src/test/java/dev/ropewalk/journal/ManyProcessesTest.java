package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManyProcessesTest {
    private static final int PROCESSES = 4;
    private static final int RECORDS = 1500;

    @TempDir
    Path folder;

    @Test
    void shouldOpenAndRollAllAtOnce() throws IOException {
        Path directory = folder.resolve("journal");
        Path start = folder.resolve("start");
        List<ChildJvm> children = new ArrayList<>();
        for (int writer = 0; writer < PROCESSES; writer++) {
            children.add(ChildJvm.start(
                    List.of(),
                    folder.resolve("log" + writer),
                    List.of(),
                    List.of(
                            RollingWriter.class.getName(),
                            directory.toString(),
                            start.toString(),
                            Integer.toString(writer),
                            Integer.toString(RECORDS))));
        }
        // They wait for each other there, so that they open, create and roll at once.
        Files.createFile(start);
        for (ChildJvm child : children) {
            assertThat(child.exitCode()).as(child.said()).isZero();
        }
        try (Journal journal = Journal.open(directory)) {
            long[] next = new long[PROCESSES];
            long[] index = {0};
            journal.tailer()
                    .poll(
                            (memory, offset, length, at) -> {
                                assertThat(at).isEqualTo(index[0]++);
                                long record = memory.get(Segment.UNALIGNED_LONG, offset);
                                int writer = (int) (record >>> Integer.SIZE);
                                assertThat(record & Integer.MAX_VALUE).isEqualTo(next[writer]++);
                            },
                            Integer.MAX_VALUE);
            assertThat(next).containsOnly(RECORDS);
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".tmp"));
        }
    }
}
