package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.durability.FrontierForcer;
import dev.ropewalk.journal.durability.Maintenance;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.write.Gate;
import dev.ropewalk.journal.write.RetentionRun;
import dev.ropewalk.journal.write.Tail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When retention looks: an idle journal's maintenance must not map and unmap segments for nothing. */
class RetentionRunTest {
    private static final int RECORDS_PER_SEGMENT = 3;

    @TempDir
    Path directory;

    private JournalFiles files;
    private Appender appender;
    private RetentionRun run;
    private long nanos = Long.MAX_VALUE - 5;
    private long unread;
    private long unreadOnDisk = Long.MAX_VALUE;
    private int looks;
    private final List<String> forced = new ArrayList<>();
    private boolean forceFails;

    @BeforeEach
    void open() {
        JournalOptions options = JournalOptions.defaults().segmentBytes(4096);
        files = JournalFiles.open(directory, options);
        appender = new Appender(new Tail(files.store(), new Gate(), 1), new ForcingAtOnce(), new OpenFlows(), false);
        run = run(Retention.keepAll().consumedOnly(true));
        fillSegment();
        fillSegment();
    }

    private RetentionRun run(Retention retention) {
        return new RetentionRun(
                files.store(),
                files.segments(),
                files.control(),
                Objects.requireNonNull(files.opening()).locks(),
                new FrontierForcer(files.control().watermark(), Machine.with(directory, this::force)),
                retention,
                JournalOptions.defaults().clock(),
                onDisk -> {
                    looks += onDisk ? 0 : 1;
                    return OptionalLong.of(onDisk ? Math.min(unread, unreadOnDisk) : unread);
                },
                () -> nanos);
    }

    private void force(Segment segment, long from, long to) {
        assertThat(to).isGreaterThan(SegmentLayout.FIRST_INDEX_AT);
        forced.add("segment " + segment.number + " from " + from + ", the first one is "
                + files.control().firstSegment());
        if (forceFails) {
            throw new UncheckedIOException(new IOException("the disk is gone"));
        }
    }

    private void fillSegment() {
        for (int i = 0; i < RECORDS_PER_SEGMENT; i++) {
            appender.append(new byte[1000]);
        }
    }

    @AfterEach
    void close() {
        appender.close();
        files.close();
    }

    @Test
    void shouldLookAgainAfterADelayThatDoubles() {
        for (long millis = 100; millis <= 20_000; millis *= 2) {
            int before = looks;
            long delay = TimeUnit.MILLISECONDS.toNanos(Math.min(millis, 10_000));
            assertThat(run.run()).isEqualTo(delay);
            assertThat(looks).isEqualTo(before + 1);
            nanos += delay - 1;
            assertThat(run.run()).isEqualTo(1);
            assertThat(looks).isEqualTo(before + 1);
            nanos++;
        }
    }

    @Test
    void shouldLookAtOnceWhenASegmentHasBegun() {
        run.run();
        fillSegment();
        run.run();
        assertThat(looks).isEqualTo(2);
        run.run();
        assertThat(looks).isEqualTo(2);
    }

    @Test
    void shouldLookSoonAgainAfterItHasDeleted() {
        long first = run.run();
        nanos += first;
        assertThat(run.run()).isEqualTo(2 * first);
        nanos += 2 * first;
        fillSegment();
        unread = RECORDS_PER_SEGMENT;
        assertThat(run.run()).isEqualTo(first);
        assertThat(SegmentFiles.path(directory, 0)).doesNotExist();
        assertThat(Files.exists(SegmentFiles.path(directory, 1))).isTrue();
    }

    @Test
    void shouldHaveTheFirstIndexOfWhatIsLeftOnTheDiskBeforeItDeletes() {
        fillSegment();
        unread = 2 * RECORDS_PER_SEGMENT;
        run.run();
        assertThat(files.control().firstSegment()).isEqualTo(2);
        assertThat(forced)
                .containsExactly("segment 1 from 0, the first one is 0", "segment 2 from 0, the first one is 1");
    }

    @Test
    void shouldNotForceWhatIsDurable() {
        files.control().watermark().raise(4096 + SegmentLayout.HEADER_BYTES + 1024);
        unread = RECORDS_PER_SEGMENT;
        run.run();
        assertThat(files.control().firstSegment()).isEqualTo(1);
        assertThat(forced).isEmpty();
    }

    @Test
    void shouldDeleteNothingIfTheFirstIndexOfWhatIsLeftMayNotBeOnTheDisk() {
        forceFails = true;
        unread = RECORDS_PER_SEGMENT;
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(run::run).isInstanceOf(JournalPoisonedException.class);
            assertThat(files.control().firstSegment()).isZero();
            assertThat(SegmentFiles.path(directory, 0)).exists();
        }
        // What has failed once isn't asked for again.
        assertThat(forced).hasSize(1);
    }

    @Test
    void shouldNotLookByItselfIfOnlyBytesCount() {
        RetentionRun byBytes = run(Retention.keepAll().maxBytes(4 * 4096).consumedOnly(true));
        RetentionRun onlyBytes = run(Retention.keepAll().maxBytes(4 * 4096));
        assertThat(byBytes.run()).isPositive().isNotEqualTo(Maintenance.Task.NEVER);
        assertThat(onlyBytes.run()).isEqualTo(Maintenance.Task.NEVER);
        nanos += TimeUnit.DAYS.toNanos(1);
        assertThat(onlyBytes.run()).isEqualTo(Maintenance.Task.NEVER);
    }

    @Test
    void shouldKeepWhatACursorIsPastInMemoryOnly() {
        unread = Long.MAX_VALUE;
        unreadOnDisk = 1;
        run.run();
        assertThat(files.control().firstSegment()).isZero();
        unreadOnDisk = RECORDS_PER_SEGMENT;
        nanos += TimeUnit.HOURS.toNanos(1);
        run.run();
        assertThat(files.control().firstSegment()).isEqualTo(1);
    }

    @Test
    void shouldDeleteNothingIfTheLastSegmentIsNotThere() {
        // A wrong number that is right by its check.
        files.control().raiseLastSegment(1L << 40);
        RetentionRun byBytes = run(Retention.keepAll().maxBytes(4 * 4096));
        assertThatThrownBy(byBytes::run)
                .isInstanceOf(JournalCorruptException.class)
                .hasMessageContaining("missing");
        assertThat(SegmentFiles.path(directory, 0)).exists();
    }
}
