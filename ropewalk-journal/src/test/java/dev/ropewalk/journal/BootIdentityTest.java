package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.files.BootIdentity;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.Forcer;
import dev.ropewalk.journal.files.Interruption;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.Segment;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootIdentityTest {
    private static final UUID HERE = new UUID(1, 2);
    private static final UUID OTHER = new UUID(4711, 42);
    private static final int CHANGES = 500_000;
    private static final int LOW_AT = ControlLayout.BOOT_AT + Long.BYTES;

    @TempDir(factory = MemoryTempDir.class)
    Path folder;

    private final Segment words = new Segment(0, 0, Arena.ofAuto().allocate(ControlLayout.FILE_BYTES, Long.BYTES));
    private final BootIdentity boot = new BootIdentity(words, 17);

    @Test
    void shouldTellWhatHasHappened() {
        assertThat(boot.since(HERE)).isEqualTo(Interruption.UNKNOWN);
        boot.set(OTHER);
        assertThat(boot.since(HERE)).isEqualTo(Interruption.MACHINE_STOPPED);
        assertThat(boot.isOf(HERE)).isFalse();
        boot.set(HERE);
        assertThat(boot.since(HERE)).isEqualTo(Interruption.PROCESSES_DIED);
        assertThat(boot.isOf(HERE)).isTrue();
        assertThat(boot.isValidOrNone()).isTrue();
        assertThat(boot.since(BootIdentity.UNKNOWN)).isEqualTo(Interruption.UNKNOWN);
        boot.set(BootIdentity.UNKNOWN);
        assertThat(boot.since(HERE)).isEqualTo(Interruption.UNKNOWN);
        assertThat(boot.since(BootIdentity.UNKNOWN)).isEqualTo(Interruption.UNKNOWN);
        assertThat(boot.isValidOrNone()).isTrue();
    }

    @Test
    void shouldKnowNothingByAFileAtAnotherPlace() {
        boot.set(HERE);
        var moved = new BootIdentity(words, 18);
        assertThat(moved.since(HERE)).isEqualTo(Interruption.UNKNOWN);
        assertThat(moved.since(OTHER)).isEqualTo(Interruption.MACHINE_STOPPED);
    }

    @ParameterizedTest
    @ValueSource(ints = {ControlLayout.BOOT_AT, LOW_AT, ControlLayout.BOOT_CHECK_AT})
    void shouldKnowNothingByAWordWithAWrongBit(int at) {
        for (UUID identity : List.of(OTHER, new UUID(-1, -1))) {
            boot.set(identity);
            for (int bit = 0; bit < Long.SIZE; bit++) {
                words.setWord(at, words.word(at) ^ 1L << bit);
                assertThat(boot.since(HERE)).as("bit %d", bit).isEqualTo(Interruption.UNKNOWN);
                assertThat(boot.isOf(HERE)).as("bit %d", bit).isFalse();
                assertThat(boot.isValidOrNone()).as("bit %d", bit).isFalse();
                words.setWord(at, words.word(at) ^ 1L << bit);
            }
            assertThat(boot.since(HERE)).isEqualTo(Interruption.MACHINE_STOPPED);
        }
    }

    /** A crash between any two stores, each of which changes a word from one to another identity. */
    @Test
    void shouldKnowNothingByWhatACrashLeavesAndCallItNoDamage() {
        boot.set(HERE);
        long high = words.word(ControlLayout.BOOT_AT);
        long low = words.word(LOW_AT);
        boot.set(OTHER);
        words.setWord(ControlLayout.BOOT_CHECK_AT, 0);
        assertNothingKnown();
        words.setWord(ControlLayout.BOOT_AT, high);
        assertNothingKnown();
        words.setWord(LOW_AT, low);
        assertNothingKnown();
        boot.set(HERE);
        assertThat(boot.since(HERE)).isEqualTo(Interruption.PROCESSES_DIED);
    }

    private void assertNothingKnown() {
        assertThat(boot.since(HERE)).isEqualTo(Interruption.UNKNOWN);
        assertThat(boot.isOf(HERE)).isFalse();
        assertThat(boot.isValidOrNone()).isTrue();
    }

    @Test
    void shouldNeverBeWrongToWhoVerifiesMeanwhile() {
        var changes = CompletableFuture.runAsync(() -> {
            for (int i = 1; i <= CHANGES; i++) {
                boot.set(new UUID(i, ~i));
            }
        });
        int wrong = 0;
        while (!changes.isDone()) {
            wrong += boot.isValidOrNone() ? 0 : 1;
        }
        changes.join();
        assertThat(wrong).isZero();
        assertThat(boot.since(HERE)).isEqualTo(Interruption.MACHINE_STOPPED);
    }

    /** Makes a journal of a process that died with a claim open, and with records behind it. */
    private JournalCopy journalOfTheDead() throws IOException {
        Path directory = folder.resolve("journal");
        JournalCopy.make(directory, 2);
        var options = JournalOptions.defaults().segmentBytes(JournalCopy.SEGMENT_BYTES);
        try (Journal journal = Journal.open(directory, options.durability(Durability.none()))) {
            RecordClaim _ = journal.appender().claim(20);
            for (int i = 0; i < 5; i++) {
                journal.appender().append(new byte[8]);
            }
        }
        try (ControlFile control = ControlFile.open(directory, true)) {
            control.beginSession();
        }
        return JournalCopy.of(directory);
    }

    @Test
    void shouldCutNoIntactRecordBecauseOfAWrongBit() throws IOException {
        JournalCopy journal = journalOfTheDead();
        for (int offset = ControlLayout.BOOT_AT; offset < ControlLayout.RECOVERING_AT; offset++) {
            journal.flip(journal.control(), offset, offset % Byte.SIZE);
            assertThat(Journal.verify(journal.directory).mendable())
                    .singleElement()
                    .satisfies(damage -> assertThat(damage.offset()).isEqualTo(ControlLayout.BOOT_AT));
            try (Journal opened = JournalCopy.open(journal.directory)) {
                RecoveryReport report = opened.recovery().orElseThrow();
                assertThat(report.cut()).isEmpty();
                assertThat(report.invalidatedClaims()).isEqualTo(1);
            }
            assertThat(journal.read()).hasSize(2 * (2 * 14 + 2) + 5);
            assertThat(Journal.verify(journal.directory).isIntact()).isTrue();
            journal.restore();
        }
    }

    @Test
    void shouldEndAtAnOpenClaimWhereTheMachineHasStopped() throws IOException {
        JournalCopy journal = journalOfTheDead();
        try (ControlFile control = ControlFile.open(journal.directory, true)) {
            control.boot().set(OTHER);
        }
        var here = new Machine(HERE, Forcer.ofMappings());
        try (Journal opened = Journal.open(journal.directory, JournalOptions.defaults(), here)) {
            assertThat(opened.recovery().flatMap(RecoveryReport::cut)).isPresent();
        }
        assertThat(journal.read()).hasSize(2 * (2 * 14 + 2));
    }
}
