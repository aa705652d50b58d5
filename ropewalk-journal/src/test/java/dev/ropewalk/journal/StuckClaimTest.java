package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.journal.files.NativeCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StuckClaimTest {
    private static final JournalOptions PATIENT = JournalOptions.defaults().claimTimeout(Duration.ofHours(1));
    private static final JournalOptions IMPATIENT = JournalOptions.defaults().claimTimeout(Duration.ofMillis(50));
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    @Test
    void shouldGoOnAtOnceBehindTheClaimOfAKilledProcess() throws InterruptedException {
        try (Journal journal = Journal.open(directory, PATIENT);
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            try (WriterProcess writer = new WriterProcess(directory)) {
                assertThat(writer.tell("claim")).isEqualTo("claim 8");
                assertThat(appender.append(new byte[8])).isEqualTo(1);
                assertThat(tailer.await(Duration.ofMillis(20))).isFalse();
            }
            assertThat(tailer.read(DEADLINE)).map(JournalRecord::index).hasValue(1L);
        }
    }

    @Test
    void shouldGoOnBehindTheClaimOfASessionThatIsClosed() throws InterruptedException {
        try (Journal journal = Journal.open(directory, PATIENT);
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            try (Journal other = Journal.open(directory, PATIENT)) {
                claim(other);
                appender.append(new byte[8]);
                assertThat(tailer.await(Duration.ofMillis(20))).isFalse();
            }
            assertThat(tailer.read(DEADLINE)).map(JournalRecord::index).hasValue(1L);
        }
    }

    @Test
    void shouldRefuseTheCommitOfAProcessThatWasStoppedForTooLong() throws InterruptedException, IOException {
        assumeFences();
        try (Journal journal = Journal.open(directory, IMPATIENT);
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer();
                WriterProcess writer = new WriterProcess(directory)) {
            assertThat(writer.tell("claim")).isEqualTo("claim 8");
            writer.signal("STOP");
            appender.append(new byte[8]);
            assertThat(tailer.read(DEADLINE)).map(JournalRecord::index).hasValue(1L);
            writer.signal("CONT");
            assertThat(writer.tell("commit")).isEqualTo("ClaimInvalidatedException");
            assertThat(writer.tell("append")).isEqualTo("append 2");
            assertThat(tailer.read(DEADLINE)).map(JournalRecord::index).hasValue(2L);
            assertThat(tailer.tryRead()).isEmpty();
        }
    }

    @Test
    void shouldHaveTheRecordOfAProcessThatWasStoppedForAWhile() throws InterruptedException, IOException {
        try (Journal journal = Journal.open(directory, PATIENT);
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer();
                WriterProcess writer = new WriterProcess(directory)) {
            assertThat(writer.tell("claim")).isEqualTo("claim 8");
            writer.signal("STOP");
            appender.append(new byte[8]);
            assertThat(tailer.await(Duration.ofMillis(50))).isFalse();
            writer.signal("CONT");
            assertThat(writer.tell("commit")).isEqualTo("commit 0");
            assertThat(tailer.read(DEADLINE)).map(JournalRecord::index).hasValue(0L);
            assertThat(tailer.read(DEADLINE)).map(JournalRecord::index).hasValue(1L);
        }
    }

    @Test
    void shouldRefuseALateCommitInTheSameProcess() throws InterruptedException {
        assumeFences();
        try (Journal journal = Journal.open(directory, IMPATIENT);
                Appender late = journal.appender();
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            RecordClaim claim = late.claim(8);
            appender.append(new byte[8]);
            assertThat(tailer.read(DEADLINE)).map(JournalRecord::index).hasValue(1L);
            assertThatExceptionOfType(ClaimInvalidatedException.class).isThrownBy(claim::commit);
            assertThat(late.append(new byte[8])).isEqualTo(2);
        }
    }

    @Test
    void shouldOnlyWaitWhereNothingMayBeWritten() throws InterruptedException {
        try (Journal journal = Journal.open(directory, IMPATIENT)) {
            claim(journal);
            try (Journal reader = Journal.openReadOnly(directory);
                    Tailer tailer = reader.tailer()) {
                assertThat(tailer.await(Duration.ofMillis(200))).isFalse();
                assertThat(tailer.index()).isZero();
            }
        }
    }

    @Test
    void shouldKeepANamedCursorFromOtherProcessesUntilItsHolderIsKilled() {
        try (Journal journal = Journal.open(directory, PATIENT)) {
            try (WriterProcess holder = new WriterProcess(directory)) {
                assertThat(holder.tell("hold")).isEqualTo("hold 0");
                assertThatExceptionOfType(CursorHeldException.class).isThrownBy(() -> journal.tailer("held"));
            }
            journal.tailer("held").close();
        }
    }

    private static void claim(Journal journal) {
        RecordClaim claim = journal.appender().claim(8);
        assertThat(claim.length()).isEqualTo(8);
    }

    private static void assumeFences() {
        assumeTrue(
                NativeCalls.available().map(NativeCalls::canFence).orElse(false),
                "this kernel can't fence all threads, so claims of living processes aren't invalidated");
    }
}
