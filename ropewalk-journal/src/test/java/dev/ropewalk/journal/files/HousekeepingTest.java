package dev.ropewalk.journal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.RecordHandler;
import dev.ropewalk.journal.RecordsGoneException;
import dev.ropewalk.journal.Retention;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HousekeepingTest {
    private static final RecordHandler IGNORE = (memory, offset, length, index) -> {};
    private static final byte[] RECORD = new byte[1000];
    private static final int RECORDS_PER_SEGMENT = 3;

    @TempDir
    Path directory;

    // Those of journals that other tests have left open.
    private final Set<Thread> threadsOfOthers = maintenanceThreads().collect(Collectors.toSet());
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));
    private final JournalOptions options =
            JournalOptions.defaults().segmentBytes(4096).clock(now::get);

    @Test
    void shouldMakeASegmentAheadAndThenSleepForGood() {
        try (Journal journal = Journal.open(directory, options)) {
            Appender appender = journal.appender();
            Await.until("there is a spare segment", () -> exists(1));
            Await.until(
                    "the maintenance thread sleeps without a time",
                    () -> maintenance().orElseThrow().getState() == Thread.State.WAITING);
            fill(appender, 2);
            Await.until("there is another one", () -> exists(2));
        }
        assertThat(maintenance()).isEmpty();
        assertThat(exists(3)).isFalse();
    }

    @Test
    void shouldHaveNoThreadBeforeThereIsSomethingToDo() {
        try (Journal journal = Journal.open(directory, options);
                Journal reader = Journal.openReadOnly(directory)) {
            Tailer waiting = reader.tailer();
            assertThat(waiting.poll(IGNORE)).isZero();
            assertThat(journal.tailer().poll(IGNORE)).isZero();
            assertThat(maintenance())
                    .as("the maintenance thread of a journal without appenders")
                    .isEmpty();
            assertThat(exists(1)).isFalse();
            journal.appender();
            assertThat(maintenance()).isPresent();
        }
        assertThat(maintenance()).isEmpty();
    }

    @Test
    void shouldEndASegmentWhenItsTimeIsOver() {
        try (Journal journal = Journal.open(directory, options.rollEvery(Duration.ofMillis(100)))) {
            Appender appender = journal.appender();
            long first = appender.append(RECORD);
            now.updateAndGet(time -> time.plusMillis(99));
            assertThat(lastSegment()).isZero();
            now.updateAndGet(time -> time.plusMillis(1));
            Await.until("the segment has ended", () -> lastSegment() == 1);
            assertThat(appender.append(RECORD)).isEqualTo(first + 1);
            assertThat(journal.tailer().poll(IGNORE)).isEqualTo(2);
        }
    }

    @Test
    void shouldHaveAnExclusiveAppenderEndASegmentWhenItsTimeIsOver() {
        // Of a size that doesn't end it by itself meanwhile.
        try (Journal journal =
                        Journal.open(directory, options.segmentBytes(1 << 20).rollEvery(Duration.ofMillis(100)));
                Appender appender = journal.exclusiveAppender()) {
            appender.append(new byte[8]);
            now.updateAndGet(time -> time.plusMillis(100));
            Await.until("the segment has ended", () -> {
                appender.append(new byte[8]);
                return lastSegment() == 1;
            });
        }
    }

    @Test
    void shouldNotEndAnEmptySegmentNorLoseCountWhenTheClockJumps() {
        try (Journal journal = Journal.open(directory, options.rollEvery(Duration.ofMillis(10)))) {
            Appender appender = journal.appender();
            for (int i = 0; i < 20; i++) {
                long segment = lastSegment();
                assertThat(appender.append(RECORD)).isEqualTo(i);
                if (i % 2 == 0) {
                    now.updateAndGet(time -> time.plus(Duration.ofDays(400)));
                    Await.until("the segment has ended", () -> lastSegment() > segment);
                } else {
                    now.updateAndGet(time -> time.minus(Duration.ofDays(399)));
                }
            }
            assertThat(journal.tailer().poll(IGNORE)).isEqualTo(20);
        }
        long last = lastSegment();
        now.updateAndGet(time -> time.plus(Duration.ofDays(4000)));
        try (Journal journal = Journal.open(directory, options.rollEvery(Duration.ofMillis(1)))) {
            Tailer tailer = journal.tailer().seekToEnd();
            Await.until(
                    "the maintenance thread has looked",
                    () -> maintenance().isPresent()
                            && maintenance().orElseThrow().getState() == Thread.State.TIMED_WAITING);
            assertThat(tailer.index()).isEqualTo(20);
            assertThat(lastSegment() - last).isBetween(0L, 1L);
        }
    }

    @Test
    void shouldRollWhileAProcessIsStoppedInTheMiddleOfMakingASegment() {
        try (LockFile locks = LockFile.open(directory)) {
            LockFile.Hold stopped = locks.tryHold(LockFile.MAKING, false).orElseThrow();
            try (Journal journal = Journal.open(directory, options)) {
                fill(journal.appender(), 5);
                assertThat(lastSegment()).isEqualTo(4);
            }
            stopped.close();
        }
    }

    @Test
    void shouldSweepWhatDeadMakersLeftWhileOthersAreInside() throws IOException {
        try (Journal journal = Journal.open(directory, options)) {
            try (LockFile locks = LockFile.open(directory)) {
                LockFile.Hold alive =
                        locks.tryHold(LockFile.SESSIONS + 0xa, false).orElseThrow();
                Path ofDead = Files.writeString(directory.resolve("0000000001.seg.b.7f.tmp"), "");
                Path ofAlive = Files.writeString(directory.resolve("0000000001.seg.a.7f.tmp"), "");
                fill(journal.appender(), 1);
                Await.until("the dead maker's file is deleted", () -> !Files.exists(ofDead));
                Await.until("there is a spare segment", () -> exists(1));
                assertThat(ofAlive).exists();
                alive.close();
            }
        }
    }

    @Test
    void shouldMakePagesPresentAhead() {
        Path maps = Path.of("/proc/self/smaps");
        assumeTrue(Files.exists(maps), "needs Linux's list of mappings");
        String spare = SegmentFiles.path(directory, 1).toString();
        try (Journal journal =
                Journal.open(directory, options.segmentBytes(64 << 10).prefault(true))) {
            journal.appender().append(RECORD);
            Await.until("the spare segment is in memory", () -> {
                try (Stream<String> lines = Files.lines(maps)) {
                    return lines.dropWhile(line -> !line.endsWith(spare))
                            .limit(6)
                            .anyMatch(line -> line.matches("Rss: +64 kB"));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    @Test
    void shouldKeepSoManyBytes() {
        JournalOptions keeping = options.retention(Retention.keepAll().maxBytes(3 * 4096));
        try (Journal journal = Journal.open(directory, keeping)) {
            Tailer tailer = journal.tailer();
            Appender appender = journal.appender();
            fill(appender, 10);
            Await.until("old segments are deleted", () -> !exists(6));
            assertThat(exists(7)).isTrue();
            // A deleted segment that is in use is still read. The maintenance thread may use a segment that it made
            // ahead.
            assertThatExceptionOfType(RecordsGoneException.class)
                    .isThrownBy(() -> {
                        while (tailer.index() < 7 * RECORDS_PER_SEGMENT) {
                            assertThat(tailer.poll(IGNORE, RECORDS_PER_SEGMENT)).isEqualTo(RECORDS_PER_SEGMENT);
                        }
                    })
                    .satisfies(e -> assertThat(e.next()).isEqualTo(7 * RECORDS_PER_SEGMENT));
            assertThat(tailer.index()).isPositive();
        }
        try (Journal journal = Journal.open(directory, options)) {
            assertThat(journal.tailer().index()).isEqualTo(7 * RECORDS_PER_SEGMENT);
        }
    }

    @Test
    void shouldKeepSegmentsForATime() {
        JournalOptions keeping = options.retention(Retention.keepAll().maxAge(Duration.ofHours(1)));
        try (Journal journal = Journal.open(directory, keeping)) {
            Appender appender = journal.appender();
            fill(appender, 2);
            now.updateAndGet(time -> time.plus(Duration.ofMinutes(30)));
            fill(appender, 2);
            now.updateAndGet(time -> time.plus(Duration.ofMinutes(30)));
            Await.until("segments of an hour ago are deleted", () -> !exists(0));
            assertThat(exists(1)).isTrue();
            assertThat(exists(3)).isTrue();
        }
    }

    @Test
    void shouldCountTheAgeOfASegmentFromItsEndWhileNothingIsAppended() {
        JournalOptions keeping = options.rollEvery(Duration.ofMillis(10))
                .retention(Retention.keepAll().maxAge(Duration.ofHours(1)));
        try (Journal journal = Journal.open(directory, keeping)) {
            journal.appender().append(RECORD);
            for (int half = 0; half < 2; half++) {
                Instant later = now.updateAndGet(time -> time.plus(Duration.ofMinutes(30)));
                Await.until(
                        "the time of the empty last segment starts anew",
                        () -> startOfLast().equals(later));
            }
            assertThat(exists(0)).isTrue();
            now.updateAndGet(time -> time.plus(Duration.ofMinutes(30)));
            Await.until("the segment that ended an hour ago is deleted", () -> !exists(0));
        }
    }

    private Instant startOfLast() {
        try {
            byte[] bytes = Files.readAllBytes(SegmentFiles.path(directory, lastSegment()));
            long word = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(SegmentLayout.START_AT);
            return Instant.ofEpochMilli(CheckedWord.value(word));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldKeepWhatANamedCursorHasNotPassed() {
        JournalOptions keeping = options.retention(Retention.keepAll().consumedOnly(true));
        try (Journal journal = Journal.open(directory, keeping)) {
            Tailer tailer = journal.tailer("reader");
            fill(journal.appender(), 4);
            tailer.poll(IGNORE, 2 * RECORDS_PER_SEGMENT + 1);
            tailer.commit();
            Await.until("read segments are deleted", () -> !exists(1));
            assertThat(exists(2)).isTrue();
            tailer.close();
            journal.deleteCursor("reader");
            journal.appender().append(RECORD);
            assertThat(exists(2)).isTrue();
        }
    }

    private static void fill(Appender appender, int segments) {
        for (int i = 0; i < segments * RECORDS_PER_SEGMENT; i++) {
            appender.append(RECORD);
        }
    }

    private boolean exists(long segment) {
        return Files.exists(SegmentFiles.path(directory, segment));
    }

    private long lastSegment() {
        try (ControlFile control = ControlFile.open(directory, false)) {
            return control.lastSegment();
        }
    }

    private Optional<Thread> maintenance() {
        return maintenanceThreads()
                .filter(thread -> !threadsOfOthers.contains(thread))
                .findFirst();
    }

    private static Stream<Thread> maintenanceThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("ropewalk-journal-maintenance"));
    }
}
