package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.files.BootIdentity;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.Forcer;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.repair.Repair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recovery and repair on a disk that fails once: the kernel calls the pages clean then, and the next force succeeds without them. */
@Timeout(60)
class FailedForceTest {
    private static final UUID BEFORE = new UUID(1, 1);
    private static final UUID HERE = new UUID(1, 2);
    private static final UUID NEXT = new UUID(1, 3);
    private static final JournalOptions OPTIONS =
            JournalOptions.defaults().segmentBytes(JournalCopy.SEGMENT_BYTES).durability(Durability.none());
    private static final int RECORDS = 60;

    @TempDir
    Path directory;

    /** Fails one force. */
    private static final class FailingForcer implements Forcer {
        private int left;
        int forces;

        FailingForcer(int left) {
            this.left = left;
        }

        @Override
        public void force(Segment segment, long from, long to) {
            forces++;
            if (left-- == 0) {
                throw new UncheckedIOException(new IOException("Input/output error"));
            }
        }
    }

    @BeforeEach
    void make() {
        try (Journal journal = open(BEFORE, Forcer.ofMappings());
                Appender appender = journal.appender()) {
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[100]);
            }
        }
        assertThat(durable()).isZero();
    }

    private Journal open(UUID boot, Forcer forcer) {
        return Journal.open(directory, OPTIONS, new Machine(boot, forcer));
    }

    private long durable() {
        try (ControlFile control = ControlFile.open(directory, false)) {
            return control.watermark().position();
        }
    }

    private boolean isPoisoned() {
        try (ControlFile control = ControlFile.open(directory, false)) {
            return control.watermark().isPoisoned();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldNotRecoverAgainOnPagesThatCountAsClean(int force) {
        assertThatThrownBy(() -> open(HERE, new FailingForcer(force))).isInstanceOf(JournalPoisonedException.class);
        var healthy = new FailingForcer(Integer.MAX_VALUE);
        assertThatThrownBy(() -> open(HERE, healthy)).isInstanceOf(JournalPoisonedException.class);
        assertThat(healthy.forces).isZero();
        assertThat(durable()).isZero();
        try (Journal journal = open(NEXT, healthy);
                Appender appender = journal.appender()) {
            assertThat(appender.append(new byte[100])).isEqualTo(RECORDS);
        }
    }

    @Test
    void shouldTakeNothingAfterAFailureInABootThatIsNotKnown() {
        assertThatThrownBy(() -> open(BootIdentity.UNKNOWN, new FailingForcer(0)))
                .isInstanceOf(JournalPoisonedException.class);
        for (UUID boot : new UUID[] {BootIdentity.UNKNOWN, HERE, NEXT}) {
            assertThatThrownBy(() -> {
                        try (Journal journal = open(boot, new FailingForcer(Integer.MAX_VALUE))) {
                            journal.appender();
                        }
                    })
                    .isInstanceOf(JournalPoisonedException.class);
        }
        Repair.of(directory, new Machine(HERE, Forcer.ofMappings()));
        try (Journal journal = open(HERE, Forcer.ofMappings())) {
            assertThat(journal.appender().append(new byte[100])).isEqualTo(RECORDS);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldWriteEverythingAgainAfterARepairThatFailed(int force) throws IOException {
        byte[] bytes = Files.readAllBytes(SegmentFiles.path(directory, 1));
        bytes[SegmentLayout.HEADER_BYTES + 50] ^= 1;
        Files.write(SegmentFiles.path(directory, 1), bytes);
        assertThatThrownBy(() -> Repair.of(directory, new Machine(BEFORE, new FailingForcer(force))))
                .isInstanceOf(JournalPoisonedException.class);
        assertThat(isPoisoned()).as("so the next repair writes each page again").isTrue();
        Repair.of(directory, new Machine(BEFORE, Forcer.ofMappings()));
        assertThat(isPoisoned()).isFalse();
        try (Journal journal = open(BEFORE, Forcer.ofMappings())) {
            journal.appender().append(new byte[100]);
        }
        assertThat(Journal.verify(directory).isIntact()).isTrue();
    }
}
