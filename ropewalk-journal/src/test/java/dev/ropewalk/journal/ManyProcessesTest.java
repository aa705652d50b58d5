package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManyProcessesTest {
    private static final int PROCESSES = 4;
    private static final int RECORDS = 600;

    @TempDir
    Path folder;

    @Test
    void shouldOpenAndRollAllAtOnce() throws IOException {
        try (Writers writers = start(0)) {
            writers.finish();
        }
        try (Journal journal = Journal.open(directory())) {
            long[] next = new long[PROCESSES];
            long[] index = {0};
            RecordHandler check = (memory, offset, length, at) -> {
                assertThat(at).isEqualTo(index[0]++);
                long record = memory.get(Segment.UNALIGNED_LONG, offset);
                assertThat(sequence(record)).isEqualTo(next[writer(record)]++);
            };
            journal.tailer().poll(check, Integer.MAX_VALUE);
            assertThat(next).containsOnly(RECORDS);
        }
        try (Stream<Path> files = Files.list(directory())) {
            assertThat(files).noneMatch(file -> file.toString().endsWith(".tmp"));
        }
    }

    @Test
    void shouldDeleteOldSegmentsUnderWritersAndReadersOfOtherProcesses() throws IOException {
        try (Writers writers = start(3 * 4096)) {
            Await.until("there is a journal", () -> ControlFile.exists(directory()));
            try (Journal journal = Journal.open(directory())) {
                long[] last = new long[PROCESSES];
                Arrays.fill(last, -1);
                RecordHandler check = (memory, offset, length, at) -> {
                    long record = memory.get(Segment.UNALIGNED_LONG, offset);
                    assertThat(sequence(record)).isGreaterThan(last[writer(record)]);
                    last[writer(record)] = sequence(record);
                };
                Tailer tailer = journal.tailer();
                while (writers.areBusy()) {
                    poll(tailer, check);
                }
                writers.finish();
                poll(tailer, check);
                // A second file of a deleted segment would have swallowed some.
                assertThat(tailer.index()).isEqualTo(PROCESSES * RECORDS);
                assertThat(Arrays.stream(last).max()).hasValue(RECORDS - 1);
            }
        }
    }

    private static void poll(Tailer tailer, RecordHandler handler) {
        while (true) {
            try {
                if (tailer.poll(handler) == 0) {
                    return;
                }
            } catch (RecordsGoneException e) {
                goOnAt(tailer, e.next());
            }
        }
    }

    private static void goOnAt(Tailer tailer, long index) {
        try {
            tailer.seek(index);
        } catch (RecordsGoneException e) {
            // Deleted meanwhile: the next poll says so again.
            assertThat(e.next()).isGreaterThan(index);
        }
    }

    private static int writer(long record) {
        return (int) (record >>> Integer.SIZE);
    }

    private static long sequence(long record) {
        return record & Integer.MAX_VALUE;
    }

    private Path directory() {
        return folder.resolve("journal");
    }

    /** Starts writers that wait for each other, so that they open, create and roll at once. */
    private Writers start(long keptBytes) throws IOException {
        Path start = folder.resolve("start");
        List<ChildJvm> children = new ArrayList<>();
        for (int writer = 0; writer < PROCESSES; writer++) {
            children.add(ChildJvm.start(
                    List.of(),
                    folder.resolve("log" + writer),
                    List.of(),
                    List.of(
                            RollingWriter.class.getName(),
                            directory().toString(),
                            start.toString(),
                            Integer.toString(writer),
                            Integer.toString(RECORDS),
                            Long.toString(keptBytes))));
        }
        Files.createFile(start);
        return new Writers(children);
    }

    private record Writers(List<ChildJvm> children) implements AutoCloseable {
        boolean areBusy() {
            return children.stream().anyMatch(ChildJvm::isAlive);
        }

        void finish() {
            for (ChildJvm child : children) {
                assertThat(child.exitCode()).as(child.said()).isZero();
            }
        }

        @Override
        public void close() {
            children.forEach(ChildJvm::close);
        }
    }
}
