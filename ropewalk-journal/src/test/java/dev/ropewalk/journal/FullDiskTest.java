package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.format.Format;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
    private static final long PAGE = 4096;
    private static final long SEGMENT_BYTES = 4 * PAGE;
    private static final int MOST_PAGES = 40;
    private static final int PAYLOAD_BYTES = 1000;

    @TempDir
    Path folder;

    @Test
    void shouldKeepWhatItHasAndGoOnLaterWhereverTheDiskGetsFull() {
        for (int pages = 1; pages <= MOST_PAGES; pages++) {
            try (var disk = Tmpfs.mount(folder.resolve("disk"), pages * PAGE)) {
                fillAndGoOn(disk, pages);
            }
        }
    }

    private static void fillAndGoOn(Tmpfs disk, int pages) {
        Path directory = disk.folder().resolve("journal");
        JournalOptions options =
                JournalOptions.defaults().segmentBytes(SEGMENT_BYTES).format(1 + pages / 2 % Format.NEWEST);
        int kept = fill(directory, options, pages % 2 == 0 ? AppenderKind.SHARED : AppenderKind.EXCLUSIVE);
        disk.resize(4 * MOST_PAGES * PAGE);
        try (Journal journal = Journal.open(directory, options)) {
            assertThat(journal.appender().append(record(kept)))
                    .as("%d pages", pages)
                    .isEqualTo(kept);
            assertThat(read(journal)).as("%d pages", pages).hasSize(kept + 1);
        }
    }

    /** Appends until the disk is full, looks at what is there, and returns how many records that are. */
    private static int fill(Path directory, JournalOptions options, AppenderKind kind) {
        int[] appended = {0};
        try (Journal journal = Journal.open(directory, options)) {
            Appender appender = kind.of(journal);
            appendUntilFull(appender, appended);
            // Once more: it is still usable. There may be room again, which the maintenance thread had for a segment
            // ahead.
            appendUntilFull(appender, appended);
            assertThat(read(journal)).hasSize(appended[0]);
        } catch (JournalFullException e) {
            // Not even an empty journal has room.
            assertThat(appended[0]).isZero();
        }
        return appended[0];
    }

    private static void appendUntilFull(Appender appender, int[] appended) {
        assertThatThrownBy(() -> {
                    while (true) {
                        assertThat(appender.append(record(appended[0]))).isEqualTo(appended[0]);
                        appended[0]++;
                        Batch batch = appender.batch();
                        assertThat(batch.add(record(appended[0]))
                                        .add(record(appended[0] + 1))
                                        .commit())
                                .isEqualTo(appended[0]);
                        appended[0] += 2;
                    }
                })
                .isInstanceOf(JournalFullException.class);
    }

    private static byte[] record(int number) {
        byte[] record = new byte[PAYLOAD_BYTES];
        record[number % PAYLOAD_BYTES] = (byte) (number + 1);
        return record;
    }

    private static List<Long> read(Journal journal) {
        List<Long> indices = new ArrayList<>();
        try (Tailer tailer = journal.tailer()) {
            tailer.poll(
                    (memory, offset, length, index) -> {
                        assertThat(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE))
                                .isEqualTo(record((int) index));
                        indices.add(index);
                    },
                    Integer.MAX_VALUE);
        }
        return indices;
    }

    @Test
    void shouldSayThatItIsFullWhicheverFileOrNameHasNoRoom() {
        JournalOptions options = JournalOptions.defaults().segmentBytes(SEGMENT_BYTES);
        for (int files = 2; files < 12; files++) {
            try (var disk = Tmpfs.mountForFiles(folder.resolve("disk"), files)) {
                Path directory = disk.folder().resolve("journal");
                int appended = fill(directory, options, AppenderKind.SHARED);
                assertThatThrownBy(() -> openNewCursors(directory, options)).isInstanceOf(JournalFullException.class);
                disk.resizeForFiles(10 * files);
                try (Journal journal = Journal.open(directory, options)) {
                    journal.tailer("late").close();
                    assertThat(read(journal)).hasSize(appended);
                }
            }
        }
    }

    private static void openNewCursors(Path directory, JournalOptions options) {
        try (Journal journal = Journal.open(directory, options)) {
            for (int cursor = 0; ; cursor++) {
                journal.tailer("cursor" + cursor).close();
            }
        }
    }

    @Test
    void shouldKeepWhatSeveralProcessesHaveAcknowledgedWhenTheDiskGetsFull() throws IOException {
        var plan = new CrashPlan(3);
        try (var disk = Tmpfs.mount(folder.resolve("disk"), 600 * PAGE);
                var loop =
                        new KillLoop(KillPlace.in(folder).journal(disk.folder().resolve("journal")), plan)) {
            loop.kill(16);
            disk.resize(4000 * PAGE);
            loop.reopen();
            loop.kill(8);
            loop.settle();
        }
    }
}
