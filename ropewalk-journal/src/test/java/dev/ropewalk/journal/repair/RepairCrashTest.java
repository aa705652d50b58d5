package dev.ropewalk.journal.repair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.ChildJvm;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalCopy;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.MemoryTempDir;
import dev.ropewalk.journal.RecoveryReport;
import dev.ropewalk.journal.RepairVictim;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.Format;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A repair that ends in the middle loses nothing, and the next one does the rest. */
@ParameterizedClass
@ValueSource(ints = {Format.RUNS, Format.FRAMES})
class RepairCrashTest {
    private static final int KILLS = 2;

    @Parameter
    private int format;

    @TempDir(factory = MemoryTempDir.class)
    Path folder;

    private JournalCopy journal;
    private List<String> records;

    @BeforeEach
    void makeJournal() throws IOException {
        journal = JournalCopy.make(folder.resolve("journal"), 3, format);
        records = journal.read();
    }

    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @Test
    void shouldGoOnAfterEachOfItsChanges() throws IOException {
        int changes = 0;
        while (stopsAfter(++changes)) {
            checkOpening();
            checkRepaired();
            journal.restore();
        }
        // Two heads and the control file, and what each was before.
        assertThat(changes - 1).isEqualTo(6);
    }

    /** Returns whether there were so many changes. */
    private boolean stopsAfter(int changes) throws IOException {
        RepairVictim.damage(journal.directory);
        int[] left = {changes};
        try {
            new FileHeadRepair(journal.directory, () -> {
                        if (--left[0] == 0) {
                            throw new Stopped();
                        }
                    })
                    .run();
            return false;
        } catch (Stopped e) {
            return true;
        }
    }

    /** A process that opens it then is refused, or finds all records and appends none. */
    private void checkOpening() {
        try (Journal opened = JournalCopy.open(journal.directory)) {
            assertThat(opened.recovery().flatMap(RecoveryReport::cut)).isEmpty();
            assertThat(journal.read()).isEqualTo(records);
        } catch (JournalException e) {
            assertThat(e).hasMessageContaining(ControlLayout.FILE);
        }
    }

    private void checkRepaired() {
        assertThat(Journal.verify(journal.directory).damage()).isEmpty();
        assertThat(Journal.repair(journal.directory).cut()).isEmpty();
        assertThat(Journal.verify(journal.directory).isIntact()).isTrue();
        assertThat(journal.read()).isEqualTo(records);
    }

    @Test
    void shouldLoseNothingIfItIsKilled() throws IOException {
        for (int kill = 0; kill < KILLS; kill++) {
            Path log = folder.resolve("log");
            try (ChildJvm child =
                    ChildJvm.start(List.of(), log, List.of(), RepairVictim.arguments(journal.directory))) {
                Await.until(
                        "it repairs", () -> Files.exists(log) && child.said().contains(RepairVictim.REPAIRS));
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(TimeUnit.MILLISECONDS.toNanos(20)));
                child.kill();
                assertThat(child.exitCode()).as(child.said()).isEqualTo(137);
            }
            // It may have been killed before or after a repair.
            RepairVictim.damageIfIntact(journal.directory);
            checkRepaired();
        }
    }
}
