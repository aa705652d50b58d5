package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.durability.EndedSegments;
import dev.ropewalk.journal.durability.Flusher;
import dev.ropewalk.journal.durability.Maintenance;
import dev.ropewalk.journal.files.BootIdentity;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.Watermark;
import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.store.StuckClaim;
import dev.ropewalk.journal.write.Gate;
import dev.ropewalk.journal.write.Tail;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class EndedSegmentsTest {
    @TempDir
    Path directory;

    @Test
    void shouldTellThoseWhoNeverWaitOfThePoisonWhenASegmentEnds() {
        JournalOptions options = JournalOptions.defaults().segmentBytes(4096);
        try (Journal journal = Journal.open(directory, options);
                Appender appender = journal.appender();
                ControlFile control = ControlFile.open(directory, true)) {
            appender.append(new byte[100]);
            control.watermark().poison(BootIdentity.UNKNOWN);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            assertThatThrownBy(() -> {
                        while (System.nanoTime() - deadline < 0) {
                            appender.append(new byte[100]);
                        }
                    })
                    .isInstanceOf(JournalPoisonedException.class);
        }
    }

    @Test
    void shouldHaveEndedSegmentsForcedAfterTheDelayOnly() {
        JournalOptions options = JournalOptions.defaults().segmentBytes(4096);
        try (JournalFiles files = JournalFiles.open(directory, options)) {
            Watermark watermark = files.control().watermark();
            var flusher = new Flusher(
                    files.store(),
                    watermark,
                    Durability.none(),
                    Machine.of(directory),
                    new StuckClaim(null),
                    failure -> {});
            long delay = TimeUnit.MINUTES.toNanos(1);
            var slow = new EndedSegments(files.store(), watermark, flusher, delay);
            var fast = new EndedSegments(files.store(), watermark, flusher, 0);
            assertThat(slow.run()).as("nothing has ended").isEqualTo(Maintenance.Task.NEVER);
            try (var appender = new Appender(new Tail(files.store(), new Gate(), 1), flusher, new OpenFlows(), false)) {
                for (int i = 0; i < 100; i++) {
                    appender.append(new byte[100]);
                }
            }
            assertThat(slow.run()).isEqualTo(delay);
            assertThat(slow.run()).isBetween(1L, delay);
            assertThat(watermark.position()).isZero();
            fast.run();
            fast.run();
            long ended = files.store().lastNumber() * 4096;
            assertThat(ended).isPositive();
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            while (watermark.position() < ended) {
                assertThat(System.nanoTime() - deadline)
                        .as("ended segments to be forced")
                        .isNegative();
                Thread.onSpinWait();
            }
            assertThat(fast.run()).isEqualTo(Maintenance.Task.NEVER);
            flusher.close();
        }
    }
}
