package dev.ropewalk.journal.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.testing.FlightRecording;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording tells of a journal. */
class EventsTest {
    private static final int SEGMENT = 64 << 10;

    @TempDir
    private Path folder;

    @Test
    void shouldTellOfAForce() throws Exception {
        var events = FlightRecording.of("ropewalk.JournalForce", () -> {
            try (Journal journal = Journal.open(folder);
                    Appender appender = journal.appender()) {
                appender.append(new byte[100]);
                journal.force();
            }
        });

        assertThat(events).isNotEmpty();
        assertThat(events.getFirst().getLong("segment")).isZero();
        assertThat(events.getFirst().getLong("bytes")).isGreaterThanOrEqualTo(100);
    }

    @Test
    void shouldTellOfARoll() throws Exception {
        var options = JournalOptions.defaults().segmentBytes(SEGMENT);
        var events = FlightRecording.of("ropewalk.SegmentRoll", () -> {
            try (Journal journal = Journal.open(folder, options);
                    Appender appender = journal.appender()) {
                for (int i = 0; i < 3; i++) {
                    appender.append(new byte[SEGMENT / 3]);
                }
            }
        });

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getLong("segment")).isZero();
        assertThat(events.getFirst().getLong("records")).isEqualTo(2);
    }

    /** A session that has begun without an end is that of a process that has died. */
    @Test
    void shouldTellOfARecovery() throws Exception {
        try (Journal journal = Journal.open(folder, JournalOptions.defaults().durability(Durability.none()));
                Appender appender = journal.appender()) {
            appender.append(new byte[100]);
        }
        try (ControlFile control = ControlFile.open(folder, true)) {
            control.beginSession();
        }

        var events = FlightRecording.of(
                "ropewalk.JournalRecovery", () -> Journal.open(folder).close());

        assertThat(events).hasSize(1);
        assertThat(events.getFirst().getString("journal")).isEqualTo(folder.toString());
        assertThat(events.getFirst().getLong("records")).isOne();
        assertThat(events.getFirst().getBoolean("cut")).isFalse();
    }
}
