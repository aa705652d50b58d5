package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.journal.files.TailLock;
import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.format.Written;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.journal.write.TimedRoll;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a roll by time does beside an exclusive appender: it asks the one of its own opening, and leaves others alone. */
class TimedRollTest {
    private static final Duration EVERY = Duration.ofMinutes(1);
    private static final byte[] RECORD = new byte[8];

    @TempDir
    Path directory;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));

    private JournalFiles files;
    private JournalFiles others;
    private Appender appender;

    @BeforeEach
    void open() {
        JournalOptions options = JournalOptions.defaults().clock(now::get);
        files = JournalFiles.open(directory, options);
        others = JournalFiles.open(directory, options);
        appender = new Appender(AppenderKind.EXCLUSIVE.tail(files, 1), new ForcingAtOnce(), new OpenFlows(), false);
    }

    @AfterEach
    void close() {
        files.close();
        others.close();
    }

    @Test
    void shouldHaveItsOwnExclusiveAppenderEndTheSegment() {
        appender.append(RECORD);
        long last = 0;
        List<ToLongFunction<Appender>> forms = List.of(
                to -> to.append(RECORD),
                to -> to.claim(8).commit(),
                to -> to.batch().add(RECORD).add(RECORD).commit());
        for (ToLongFunction<Appender> append : forms) {
            roll(files);
            assertThat(files.store().lastNumber()).isEqualTo(last);
            long index = append.applyAsLong(appender);
            assertThat(files.store().lastNumber()).isEqualTo(++last);
            assertThat(append.applyAsLong(appender)).isGreaterThan(index);
            assertThat(files.store().lastNumber()).isEqualTo(last);
        }
        assertThat(Written.in(files.store())).hasSize(9);
    }

    @Test
    void shouldLeaveTheExclusiveAppenderOfAnotherOpeningAlone() {
        appender.append(RECORD);
        roll(others);
        assertThat(appender.append(RECORD)).isEqualTo(1);
        assertThat(files.store().lastNumber()).isZero();
        appender.close();
        roll(others);
        assertThat(files.store().lastNumber()).isEqualTo(1);
    }

    @Test
    void shouldNotHaveASegmentWithoutRecordsEnd() {
        roll(files);
        assertThat(appender.append(RECORD)).isZero();
        assertThat(appender.append(RECORD)).isEqualTo(1);
        assertThat(files.store().lastNumber()).isZero();
    }

    @Test
    void shouldGiveTheEndBackEvenIfThereIsNoRoomForTheNextSegment() {
        appender.append(RECORD);
        appender.close();
        var full = new AtomicBoolean(true);
        try (var store = new SegmentStore(
                files.segments(), files.control(), now::get, number -> makeUnless(full.get(), number), () -> {})) {
            assertThatExceptionOfType(JournalFullException.class).isThrownBy(() -> roll(files, store));
            var next = new Appender(
                    AppenderKind.EXCLUSIVE.tail(files, store, 1), new ForcingAtOnce(), new OpenFlows(), false);
            assertThatExceptionOfType(JournalFullException.class).isThrownBy(() -> next.append(RECORD));
            full.set(false);
            assertThat(next.append(RECORD)).isEqualTo(1);
        }
        assertThat(Written.in(files.store())).hasSize(2);
    }

    private void makeUnless(boolean full, long number) {
        if (full) {
            throw new JournalFullException("no room", new IOException());
        }
        files.segments().make(number);
    }

    private void roll(JournalFiles by) {
        roll(by, by.store());
    }

    private void roll(JournalFiles by, SegmentStore store) {
        now.updateAndGet(time -> time.plus(EVERY));
        TailLock lock = Objects.requireNonNull(by.opening()).tailLock();
        assertThat(new TimedRoll(store, lock, now::get, EVERY, 1).run()).isEqualTo(EVERY.toNanos());
    }
}
