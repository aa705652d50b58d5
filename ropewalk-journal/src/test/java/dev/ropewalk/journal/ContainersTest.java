package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.files.BootIdentity;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.Forcer;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.open.Opening;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Openings of one journal by parties that know the boot of their machine, and by others that don't. */
@Timeout(60)
class ContainersTest {
    private static final int RECORDS = 30;

    @TempDir
    Path folder;

    private Path directory;

    /** What a party knows of the boot. */
    enum Knowing {
        BOOT(new UUID(1, 1)),
        NEXT_BOOT(new UUID(1, 2)),
        NOTHING(BootIdentity.UNKNOWN);

        private final UUID boot;

        Knowing(UUID boot) {
            this.boot = boot;
        }

        Machine machine() {
            return new Machine(boot, Forcer.ofMappings());
        }
    }

    @BeforeEach
    void name() {
        directory = folder.resolve("journal");
    }

    private Journal open(Knowing party) {
        JournalOptions options = JournalOptions.defaults()
                .segmentBytes(JournalCopy.SEGMENT_BYTES)
                .durability(Durability.none());
        return Journal.open(directory, options, party.machine());
    }

    private void append(Knowing party) {
        try (Journal journal = open(party);
                Appender appender = journal.appender()) {
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[50]);
            }
        }
    }

    /** Lets a process have died with a claim open, and with records behind it. */
    private void die(Knowing party) {
        try (Journal journal = open(party);
                Appender appender = journal.appender()) {
            RecordClaim _ = journal.appender().claim(20);
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[50]);
            }
        }
        try (ControlFile control = ControlFile.open(directory, true)) {
            control.beginSession();
        }
    }

    private void poison(Knowing party) {
        try (ControlFile control = ControlFile.open(directory, true)) {
            control.watermark().poison(party.machine().boot());
        }
    }

    @ParameterizedTest
    @CsvSource({"NOTHING, NOTHING", "BOOT, NOTHING", "NOTHING, BOOT", "BOOT, BOOT"})
    void shouldLetInWhoComesWhileAnotherIsInside(Knowing first, Knowing second) {
        try (Journal one = open(first);
                Journal other = open(second);
                Journal third = open(first)) {
            assertThat(other.recovery()).isEmpty();
            assertThat(third.recovery()).isEmpty();
            assertThat(one.appender().append(new byte[8])).isZero();
            assertThat(other.appender().append(new byte[8])).isEqualTo(1);
            assertThat(third.appender().append(new byte[8])).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"NOTHING, NOTHING", "BOOT, NOTHING", "NOTHING, BOOT"})
    void shouldCutNothingBehindADeadWritersClaimUnlessTheMachineHasStopped(Knowing first, Knowing second) {
        die(first);
        try (Journal journal = open(second)) {
            assertThat(journal.recovery()).hasValueSatisfying(report -> {
                assertThat(report.cut()).isEmpty();
                assertThat(report.invalidatedClaims()).isEqualTo(1);
                assertThat(report.records()).isEqualTo(RECORDS);
                assertThat(report.machineStopped()).isTrue();
            });
        }
    }

    @Test
    void shouldCutBehindADeadWritersClaimWhereTheMachineHasStopped() {
        die(Knowing.BOOT);
        try (Journal journal = open(Knowing.NEXT_BOOT)) {
            assertThat(journal.recovery().flatMap(RecoveryReport::cut)).isPresent();
        }
    }

    @ParameterizedTest
    @CsvSource({"NOTHING, NOTHING", "BOOT, NOTHING", "NOTHING, BOOT", "BOOT, BOOT", "NOTHING, NEXT_BOOT"})
    void shouldNotEndAPoisonUnlessTheMachineHasStopped(Knowing first, Knowing second) {
        append(first);
        poison(first);
        try (Journal journal = open(second)) {
            assertThatThrownBy(journal::appender).isInstanceOf(JournalPoisonedException.class);
        }
        try (Journal journal = open(second)) {
            assertThatThrownBy(journal::appender).isInstanceOf(JournalPoisonedException.class);
        }
        Journal.repair(directory);
        append(second);
    }

    @Test
    void shouldEndAPoisonWhereTheMachineHasStopped() {
        append(Knowing.BOOT);
        poison(Knowing.BOOT);
        append(Knowing.NEXT_BOOT);
        assertThat(Journal.verify(directory).records()).isEqualTo(2 * RECORDS);
    }

    @ParameterizedTest
    @CsvSource({"NOTHING, NOTHING", "BOOT, NOTHING", "NOTHING, BOOT"})
    void shouldTrustNoPagesThatWerentForcedWhereNobodyTellsTheBoot(Knowing first, Knowing second) throws IOException {
        append(first);
        JournalCopy.of(directory)
                .zero(SegmentFiles.path(directory, 0), SegmentLayout.HEADER_BYTES, SegmentLayout.HEADER_BYTES + 64);
        try (Journal journal = open(second)) {
            assertThat(journal.recovery().flatMap(RecoveryReport::cut))
                    .hasValueSatisfying(cut -> assertThat(cut.offset()).isEqualTo(SegmentLayout.HEADER_BYTES));
        }
    }

    @Test
    void shouldKeepOutWhoKnowsAnotherBootUntilNobodyIsInside() {
        Journal inside = open(Knowing.BOOT);
        var opened = CompletableFuture.supplyAsync(() -> open(Knowing.NEXT_BOOT));
        awaitAnOpening();
        inside.close();
        try (Journal journal = opened.join()) {
            assertThat(journal.recovery()).as("it was alone").isPresent();
        }
    }

    @Test
    void shouldNotTakeOneWhoIsOnlyComingForOneWhoIsInside() {
        append(Knowing.NOTHING);
        try (LockFile locks = LockFile.open(directory)) {
            LockFile.Hold coming = locks.tryHold(LockFile.OPEN, true).orElseThrow();
            var opened = CompletableFuture.supplyAsync(() -> open(Knowing.NOTHING));
            awaitAnOpening();
            coming.close();
            try (Journal journal = opened.join()) {
                assertThat(journal.recovery()).as("it was alone").isPresent();
            }
        }
    }

    private static void awaitAnOpening() {
        Await.until(
                "an opening waits",
                () -> Thread.getAllStackTraces().values().stream()
                        .flatMap(Arrays::stream)
                        .anyMatch(frame -> frame.getClassName().equals(Opening.class.getName())));
    }

    @Test
    void shouldNotTrustACopyThatWasMadeInTheSameBoot() throws IOException {
        append(Knowing.BOOT);
        Path copy = Files.createDirectory(folder.resolve("copy"));
        for (String name : new String[] {ControlLayout.FILE, SegmentFiles.name(0)}) {
            Files.copy(directory.resolve(name), copy.resolve(name));
        }
        directory = copy;
        try (Journal journal = open(Knowing.BOOT)) {
            assertThat(journal.recovery()).hasValueSatisfying(report -> {
                assertThat(report.machineStopped()).as("or may have").isTrue();
                assertThat(report.records()).isEqualTo(RECORDS);
            });
        }
        try (Journal journal = open(Knowing.BOOT)) {
            assertThat(journal.recovery()).as("it is at home there").isEmpty();
        }
    }
}
