package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.Forcer;
import dev.ropewalk.journal.format.Segment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two openings of a journal force for several threads each; the watermark they share is never ahead of what they have forced. */
class WatermarkStressTest {
    private static final int SEGMENT = 8192;
    private static final int RECORDS = 300;
    private static final long FORCE_NANOS = 50_000;

    @TempDir
    Path directory;

    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    // Everything before this was forced; guarded by this test.
    private long forced;

    private synchronized void check(String when) {
        try (ControlFile control = ControlFile.open(directory, false)) {
            long watermark = control.watermark().position();
            if (watermark > forced) {
                violations.add(when + ": the watermark is " + watermark + ", forced is " + forced);
            }
        }
    }

    private synchronized void add(long from, long to) {
        // A force begins at a watermark; an ended segment's rest is nothing.
        if (from <= forced || from <= (forced / SEGMENT + 1) * SEGMENT) {
            forced = Math.max(forced, to);
        }
    }

    private void force(Segment segment, long from, long to) {
        check("before a force");
        LockSupport.parkNanos(FORCE_NANOS);
        add(segment.number * SEGMENT + Math.max(from, 0), segment.number * SEGMENT + to);
    }

    private void run(UnaryOperator<Forcer> wrapper) throws Exception {
        JournalOptions options = JournalOptions.defaults().segmentBytes(SEGMENT).durability(Durability.each());
        Forcer forcer = wrapper.apply(this::force);
        try (Journal one = Journal.open(directory, options, forcer);
                Journal two = Journal.open(directory, options, forcer)) {
            List<CompletableFuture<Void>> writers = new ArrayList<>();
            for (Journal journal : List.of(one, two, one, two)) {
                writers.add(CompletableFuture.runAsync(() -> append(journal), Thread::startVirtualThread));
            }
            CompletableFuture.allOf(writers.toArray(CompletableFuture<?>[]::new))
                    .get(15, TimeUnit.SECONDS);
            check("at the end");
        }
    }

    private void append(Journal journal) {
        try (Appender appender = journal.appender()) {
            for (int i = 0; i < RECORDS; i++) {
                long index = appender.append(new byte[50]);
                if (i % 16 == 0) {
                    check("after an append");
                    assertThat(journal.durableIndex()).isGreaterThan(index);
                }
            }
        }
    }

    @Test
    @Timeout(30)
    void shouldNeverBeAheadOfWhatWasForced() throws Exception {
        run(forcer -> forcer);
        assertThat(violations).isEmpty();
        assertThat(Journal.verify(directory).records()).isEqualTo(4 * RECORDS);
    }

    @Test
    @Timeout(30)
    void shouldCatchAWatermarkThatIsRaisedBeforeTheForce() throws Exception {
        run(forcer -> (segment, from, to) -> {
            try (ControlFile control = ControlFile.open(directory, true)) {
                control.watermark().raise((segment.number * SEGMENT + to) & -8);
            }
            forcer.force(segment, from, to);
        });
        assertThat(violations).isNotEmpty();
    }
}
