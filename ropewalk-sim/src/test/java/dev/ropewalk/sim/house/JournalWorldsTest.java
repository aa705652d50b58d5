package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Batch;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.JournalFullException;
import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.JournalPoisonedException;
import dev.ropewalk.journal.RecordClaim;
import dev.ropewalk.journal.Retention;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.SimulatedDisk;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.Simulations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Journals of several threads, under many schedules, on disks that get full or fail. */
class JournalWorldsTest {
    private static final int ALL = 8;

    @Test
    void shouldHaveEachRecordOnceInTheOrderOfItsAppender() {
        JournalRun.checkWithBaton("appenders", simulation -> {
            var run = new JournalRun();
            try (Journal journal = JournalRun.open(simulation.disk())) {
                run.start(simulation, journal, 2, ALL / 2, false);
                simulation.run();
                List<Integer> numbers = JournalRun.read(journal);
                assertThat(numbers).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
                assertThat(numbers).containsSubsequence(0, 1, 2, 3).containsSubsequence(4, 5, 6, 7);
            }
        });
    }

    @Test
    void shouldShowAReaderEachRecordOnceWhileOthersAppend() {
        JournalRun.check("reader", faults -> faults.fault(Fault.STALL, 50), simulation -> {
            var run = new JournalRun();
            List<Integer> seen = new ArrayList<>();
            try (Journal journal = JournalRun.open(simulation.disk())) {
                run.start(simulation, journal, 2, ALL / 2, false);
                Worlds.start(simulation, "reader", () -> {
                    try (Tailer tailer = journal.tailer()) {
                        while (seen.size() < ALL) {
                            tailer.await(Duration.ofSeconds(1));
                            seen.addAll(JournalRun.read(tailer));
                        }
                    }
                });
                simulation.run();
                assertThat(seen).isEqualTo(JournalRun.read(journal)).hasSize(ALL);
            }
        });
    }

    @Test
    void shouldKeepWhatAKilledProcessHasAppendedWithoutAForce() {
        JournalRun.check("kill", UnaryOperator.identity(), simulation -> {
            var run = new JournalRun();
            SimulatedDisk[] left = {simulation.disk()};
            List<Integer> appended = new ArrayList<>();
            try (Journal journal = JournalRun.open(simulation.disk())) {
                run.start(simulation, journal, 2, ALL / 2, false);
                simulation.start("kill", () -> {
                    appended.addAll(run.appended);
                    left[0] = simulation.disk().afterKill();
                });
                simulation.run();
            }
            List<Integer> numbers = JournalRun.read(left[0]);
            assertThat(numbers).containsAll(appended).doesNotHaveDuplicates();
            simulation.sometimes("killed between records", !appended.isEmpty() && numbers.size() < ALL);
        });
    }

    @Test
    void shouldPassTheClaimOfAKilledProcessThatIsOpen() {
        JournalRun.check("open claim", UnaryOperator.identity(), simulation -> {
            var run = new JournalRun();
            SimulatedDisk[] left = {simulation.disk()};
            try (Journal journal = JournalRun.open(simulation.disk());
                    Appender claimer = journal.appender()) {
                run.start(simulation, journal, 1, 2, false);
                simulation.start("claimer", () -> {
                    RecordClaim claim = claimer.claim(100);
                    left[0] = simulation.disk().afterKill();
                    claim.abort();
                });
                simulation.run();
            }
            try (Journal journal = JournalRun.open(left[0]);
                    Appender appender = journal.appender()) {
                run.append(appender, ALL);
                assertThat(JournalRun.read(journal)).endsWith(ALL);
            }
        });
    }

    @Test
    void shouldInvalidateAClaimThatStaysOpenForTooLong() {
        JournalRun.checkWithBaton("stuck claim", simulation -> {
            var run = new JournalRun();
            try (Journal journal =
                            JournalRun.open(simulation.disk(), JournalRun.OPTIONS.claimTimeout(Duration.ofSeconds(1)));
                    Appender stuck = journal.appender()) {
                stuck.claim(100);
                run.start(simulation, journal, 1, 2, true);
                simulation.run();
                assertThat(run.durable).containsExactlyInAnyOrder(0, 1);
                assertThat(JournalRun.read(journal)).containsExactly(0, 1);
            }
        });
    }

    @Test
    void shouldTellThatItIsFullAndLoseNothing() {
        JournalRun.check("full disk", faults -> faults.fault(Fault.FULL_DISK, 4), simulation -> {
            var run = new JournalRun();
            try (Journal journal = openPatiently(simulation.disk())) {
                for (int i = 0; i < 2; i++) {
                    int first = i * ALL;
                    simulation.start("appender", () -> appendPatiently(run, journal, first));
                }
                simulation.run();
                assertThat(JournalRun.read(journal))
                        .containsExactlyInAnyOrderElementsOf(run.appended)
                        .hasSize(2 * ALL);
            }
        });
    }

    private static Journal openPatiently(SimulatedDisk disk) {
        while (true) {
            try {
                return JournalRun.open(disk);
            } catch (JournalFullException e) {
                // There will be room.
            }
        }
    }

    private static void appendPatiently(JournalRun run, Journal journal, int first) {
        try (Appender appender = journal.appender()) {
            for (int number = first; number < first + ALL; ) {
                try {
                    run.append(appender, number);
                    number++;
                } catch (JournalFullException e) {
                    // There will be room.
                }
            }
        }
    }

    @Test
    void shouldGoOnWhenADiskThatWasFullHasRoom() {
        JournalRun.check("room", UnaryOperator.identity(), simulation -> {
            var run = new JournalRun();
            SimulatedDisk disk = simulation.disk();
            try (Journal journal = JournalRun.open(disk)) {
                disk.setCapacity(3 * JournalRun.SEGMENT_BYTES);
                for (int i = 0; i < 2; i++) {
                    int first = i * 20;
                    simulation.start("appender", () -> fill(run, journal, first));
                }
                simulation.run();
                assertThat(JournalRun.read(journal)).containsExactlyInAnyOrderElementsOf(run.appended);
                disk.setCapacity(100 * JournalRun.SEGMENT_BYTES);
                try (Appender appender = journal.appender()) {
                    run.append(appender, 100);
                }
                assertThat(JournalRun.read(journal)).containsExactlyInAnyOrderElementsOf(run.appended);
            }
        });
    }

    private static void fill(JournalRun run, Journal journal, int first) {
        try (Appender appender = journal.appender()) {
            for (int number = first; number < first + 20; number++) {
                run.append(appender, number);
            }
        } catch (JournalFullException e) {
            assertThat(run.appended).isNotEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTellEachAppenderThatWaitsForAForceThatFails(boolean each) {
        JournalRun.check(
                "failed force " + each,
                faults -> faults.fault(Fault.FAILED_FORCE, 6),
                simulation -> poison(simulation, each));
    }

    @Test
    void shouldPoisonAJournalWhoseWatermarkCannotBeForced() throws Exception {
        Simulations.regress(
                "rw1.TQZTeQd1bmlmb3JtYrxBofPTT0ACRwsUgid4Kw30iE8BAAoEAA8BAAEBABcAAAAIAAcABgAOAHfzy1Q",
                JournalRun.options("failed force false").fault(Fault.FAILED_FORCE, 6),
                simulation -> poison(simulation, false));
    }

    private static void poison(Simulation simulation, boolean each) {
        var run = new JournalRun();
        List<JournalException> told = new ArrayList<>();
        SimulatedDisk disk = simulation.disk();
        var options = each ? JournalRun.OPTIONS.durability(Durability.each()) : JournalRun.OPTIONS;
        try (Journal journal = JournalRun.open(disk, options)) {
            for (int i = 0; i < 2; i++) {
                int first = i * ALL;
                simulation.start("appender", () -> appendUntilPoisoned(run, journal, first, each, told));
            }
            simulation.run();
            simulation.sometimes("poisoned", !told.isEmpty());
        } catch (JournalException e) {
            // To open it fails as well as a force does.
            simulation.reachable("not opened");
            return;
        }
        simulation.endFaults();
        assertThat(JournalRun.read(disk.afterPowerCut())).containsAll(run.durable);
    }

    private static void appendUntilPoisoned(
            JournalRun run, Journal journal, int first, boolean each, List<JournalException> told) {
        try (Appender appender = journal.appender()) {
            for (int number = first; number < first + ALL; number++) {
                run.append(appender, number);
                if (each) {
                    run.durable.add(number);
                } else {
                    run.force(journal);
                }
            }
        } catch (JournalPoisonedException
                | JournalIoException e) { // the second if the name of a new segment isn't forced
            told.add(e);
        }
    }

    @Test
    void shouldEndAppendsOfAJournalThatIsClosed() {
        JournalRun.check("close", UnaryOperator.identity(), simulation -> {
            var run = new JournalRun();
            Journal journal = JournalRun.open(simulation.disk(), JournalRun.OPTIONS.durability(Durability.each()));
            for (int i = 0; i < 2; i++) {
                int first = i * ALL;
                simulation.start("appender", () -> appendUntilClosed(run, journal, first));
            }
            simulation.start("closer", journal::close);
            simulation.run();
            assertThat(JournalRun.read(simulation.disk())).containsAll(run.appended);
        });
    }

    private static void appendUntilClosed(JournalRun run, Journal journal, int first) {
        try (Appender appender = journal.appender()) {
            for (int number = first; number < first + ALL; number++) {
                run.append(appender, number);
            }
        } catch (JournalClosedException e) {
            assertThat(run.begun).hasSizeGreaterThanOrEqualTo(run.appended.size());
        }
    }

    @Test
    void shouldTellEachFutureWhatBecameOfItsRecord() {
        JournalRun.check("futures", faults -> faults.fault(Fault.FAILED_FORCE, 10), simulation -> {
            List<Integer> told = new ArrayList<>();
            List<Throwable> failed = new ArrayList<>();
            int[] asked = {0};
            try (Journal journal = JournalRun.open(simulation.disk())) {
                simulation.start("appender", () -> {
                    try (Appender appender = journal.appender()) {
                        for (int number = 0; number < ALL; number++) {
                            var future = appender.appendAsync(JournalRun.payload(number));
                            asked[0]++;
                            var _ = future.whenComplete((index, failure) -> {
                                if (failure == null) {
                                    told.add(index.intValue());
                                } else {
                                    failed.add(failure);
                                }
                            });
                        }
                    } catch (JournalPoisonedException e) {
                        failed.remove(null);
                    }
                });
                simulation.run();
            } catch (JournalException e) {
                return;
            }
            simulation.runFor(Duration.ofSeconds(1));
            assertThat(told.size() + failed.size()).isEqualTo(asked[0]);
            assertThat(failed).allMatch(JournalPoisonedException.class::isInstance);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldCommitABatchAsAWholeForReaders(int format) {
        JournalRun.checkHalf("batch" + " of format " + format, UnaryOperator.identity(), simulation -> {
            try (Journal journal = JournalRun.open(simulation.disk(), JournalRun.OPTIONS.format(format))) {
                for (int i = 0; i < 2; i++) {
                    int first = i * 2;
                    simulation.start("batch", () -> {
                        try (Appender appender = journal.appender()) {
                            Batch batch = appender.batch();
                            batch.add(JournalRun.payload(first))
                                    .add(JournalRun.payload(first + 1))
                                    .commit();
                        }
                    });
                }
                for (int look = 0; look < 5; look++) {
                    List<Integer> numbers = JournalRun.read(journal);
                    assertThat(numbers.contains(0)).isEqualTo(numbers.contains(1));
                    assertThat(numbers.contains(2)).isEqualTo(numbers.contains(3));
                }
                simulation.run();
            }
        });
    }

    @Test
    void shouldDeleteOnlyWhatEachCursorHasRead() {
        var retention = Retention.keepAll().consumedOnly(true).maxBytes(2 * JournalRun.SEGMENT_BYTES);
        JournalRun.check("retention", UnaryOperator.identity(), simulation -> {
            var run = new JournalRun();
            List<Integer> seen = new ArrayList<>();
            try (Journal journal = JournalRun.open(simulation.disk(), JournalRun.OPTIONS.retention(retention))) {
                Tailer tailer = journal.tailer("reader");
                run.start(simulation, journal, 2, 2 * ALL, false);
                Worlds.start(simulation, "reader", () -> {
                    while (seen.size() < 4 * ALL) {
                        tailer.await(Duration.ofSeconds(1));
                        seen.addAll(JournalRun.read(tailer));
                        tailer.commit();
                    }
                });
                simulation.runUntil("all read", () -> seen.size() == 4 * ALL);
                simulation.runFor(Duration.ofNanos(TimeUnit.SECONDS.toNanos(30)));
                assertThat(Set.copyOf(seen)).hasSize(4 * ALL);
                assertThat(JournalRun.read(journal)).hasSizeLessThan(4 * ALL);
                tailer.close();
            }
        });
    }

    /** Retention that is under way doesn't know of a cursor that is made meanwhile. */
    @Test
    void shouldKeepWhatANewCursorStandsBefore() {
        var retention = Retention.keepAll().consumedOnly(true);
        JournalRun.check("new cursor", UnaryOperator.identity(), simulation -> {
            var run = new JournalRun();
            int all = 4 * ALL;
            List<Integer> seen = new ArrayList<>();
            try (Journal journal = JournalRun.open(simulation.disk(), JournalRun.OPTIONS.retention(retention))) {
                Tailer tailer = journal.tailer("reader");
                run.start(simulation, journal, 1, all, false);
                Worlds.start(simulation, "reader", () -> {
                    while (seen.size() < all) {
                        tailer.await(Duration.ofSeconds(1));
                        seen.addAll(JournalRun.read(tailer));
                    }
                    tailer.commit();
                });
                Worlds.start(simulation, "newcomer", () -> {
                    simulation.runFor(Duration.ofMillis(
                            100L * simulation.scheduler().random().nextInt(4)));
                    try (Tailer newcomer = journal.tailer("newcomer")) {
                        simulation.runFor(Duration.ofSeconds(1));
                        JournalRun.read(newcomer);
                    }
                });
                simulation.runUntil("all read", () -> seen.size() == all);
                simulation.runFor(Duration.ofSeconds(5));
                tailer.close();
            }
        });
    }
}
