package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TailerAllocationTest {
    private static final int POLLS = 10_000;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path directory;

    private long sum;

    @Test
    void shouldAllocateNothingForARecord() {
        try (Journal journal = Journal.open(directory);
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            for (int i = 0; i < 8 * POLLS; i++) {
                appender.append(new byte[i % 200]);
            }
            RecordHandler handler = (memory, offset, length, index) -> sum += length;
            poll(tailer, handler);
            tailer.seekToStart();
            long before = THREADS.getCurrentThreadAllocatedBytes();
            poll(tailer, handler);
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
            // The JVM itself may allocate a little when it compiles or measures.
            assertThat(allocated).as("bytes for %d calls", 5 * POLLS).isLessThan(POLLS);
        }
    }

    private static void poll(Tailer tailer, RecordHandler handler) {
        for (int i = 0; i < POLLS; i++) {
            assertThatOk(tailer.poll(handler, 2) == 2);
            assertThatOk(tailer.hasNext());
        }
        for (int i = 0; i < POLLS; i++) {
            assertThatOk(tailer.pollBackwards(handler, 1) == 1);
            assertThatOk(tailer.poll(handler, 4) == 4);
            assertThatOk(tailer.pollBackwards(handler, 1) == 1);
        }
    }

    // AssertJ would allocate.
    private static void assertThatOk(boolean ok) {
        if (!ok) {
            throw new AssertionError();
        }
    }
}
