package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Batch;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.SimulatedDisk;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Journals whose machine loses power at any step, on disks that lose, tear and damage pages. */
class JournalPowerTest {
    private static SimulationOptions losses(SimulationOptions options) {
        return options.fault(Fault.LOST_PAGE, 2).fault(Fault.TORN_WRITE, 2);
    }

    /** A disk after a power cut, and what was promised and begun at that moment. */
    private static final class Cut {
        private final JournalRun run;
        SimulatedDisk disk;
        Set<Integer> promised = Set.of();
        Set<Integer> begun = Set.of();

        Cut(Simulation simulation, JournalRun run) {
            this.run = run;
            this.disk = simulation.disk();
            simulation.start("power", () -> {
                promised = new HashSet<>(run.durable);
                begun = new HashSet<>(run.begun);
                disk = simulation.disk().afterPowerCut();
            });
        }

        /** Checks what a journal has after the cut. */
        List<Integer> check(Simulation simulation, List<Integer> numbers) {
            assertThat(numbers).doesNotHaveDuplicates().containsAll(promised);
            assertThat(begun).containsAll(numbers);
            simulation.sometimes("lost a record", numbers.size() < run.begun.size());
            simulation.sometimes("kept a record", !numbers.isEmpty());
            return numbers;
        }
    }

    @Test
    void shouldHaveWhatWasForced() {
        JournalRun.check("forced", JournalPowerTest::losses, simulation -> {
            var run = new JournalRun();
            Cut cut;
            try (Journal journal = JournalRun.open(simulation.disk())) {
                run.start(simulation, journal, 2, 8, true);
                cut = new Cut(simulation, run);
                simulation.run();
            }
            List<Integer> numbers = cut.check(simulation, JournalRun.read(cut.disk));
            try (Journal journal = JournalRun.open(cut.disk);
                    Appender appender = journal.appender()) {
                run.append(appender, 100);
                List<Integer> more = new ArrayList<>(numbers);
                more.add(100);
                assertThat(JournalRun.read(journal)).isEqualTo(more);
            }
        });
    }

    @Test
    void shouldHaveWhatAnAppendHasWaitedFor() {
        JournalRun.check("each", JournalPowerTest::losses, simulation -> {
            var run = new JournalRun();
            Cut cut;
            try (Journal journal =
                    JournalRun.open(simulation.disk(), JournalRun.OPTIONS.durability(Durability.each()))) {
                for (int i = 0; i < 2; i++) {
                    int first = 8 * i;
                    simulation.start("appender", () -> {
                        try (Appender appender = journal.appender()) {
                            for (int number = first; number < first + 8; number++) {
                                run.append(appender, number);
                                run.durable.add(number);
                            }
                        }
                    });
                }
                cut = new Cut(simulation, run);
                simulation.run();
            }
            cut.check(simulation, JournalRun.read(cut.disk));
        });
    }

    @Test
    void shouldHaveWhatIsOlderThanTheInterval() {
        JournalRun.check("interval", JournalPowerTest::losses, simulation -> {
            var run = new JournalRun();
            var options = JournalRun.OPTIONS.durability(Durability.group(Duration.ofMillis(10)));
            try (Journal journal = JournalRun.open(simulation.disk(), options);
                    Appender appender = journal.appender()) {
                for (int number = 0; number < 6; number++) {
                    run.append(appender, number);
                    simulation.runFor(Duration.ofMillis(number));
                }
                simulation.runFor(Duration.ofMillis(20));
                assertThat(JournalRun.read(simulation.disk().afterPowerCut())).containsExactly(0, 1, 2, 3, 4, 5);
            }
        });
    }

    @Test
    void shouldHaveWhatWasForcedWhenThePowerIsCutInTheRecovery() {
        JournalRun.check("recovery", JournalPowerTest::losses, simulation -> {
            var run = new JournalRun();
            try (Journal journal = JournalRun.open(simulation.disk())) {
                run.start(simulation, journal, 2, 4, true);
                simulation.run();
                try (Appender appender = journal.appender()) {
                    run.append(appender, 50);
                }
                SimulatedDisk first = simulation.disk().afterPowerCut();
                SimulatedDisk[] second = {first};
                Thread cut = simulation.start("power", () -> second[0] = first.afterPowerCut());
                List<Integer> found = JournalRun.read(first);
                cut.join();
                assertThat(found).containsAll(run.durable);
                assertThat(JournalRun.read(second[0])).containsAll(run.durable);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldKeepABatchTogether(int format) {
        JournalRun.checkHalf("batch in a power cut" + " of format " + format, JournalPowerTest::losses, simulation -> {
            SimulatedDisk[] left = {simulation.disk()};
            try (Journal journal = JournalRun.open(simulation.disk(), JournalRun.OPTIONS.format(format))) {
                simulation.start("batches", () -> {
                    try (Appender appender = journal.appender()) {
                        for (int first = 0; first < 9; first += 3) {
                            Batch batch = appender.batch();
                            for (int number = first; number < first + 3; number++) {
                                batch.add(JournalRun.payload(number));
                            }
                            batch.commit();
                        }
                    }
                });
                simulation.start("power", () -> left[0] = simulation.disk().afterPowerCut());
                simulation.run();
            }
            List<Integer> numbers = JournalRun.read(left[0]);
            assertThat(numbers.size() % 3).isZero();
            for (int number = 0; number < numbers.size(); number++) {
                assertThat(numbers.get(number)).isEqualTo(number);
            }
        });
    }

    @Test
    void shouldSkipNoRecordWithACursor() {
        JournalRun.check("cursor", JournalPowerTest::losses, simulation -> {
            var run = new JournalRun();
            List<Integer> seen = new ArrayList<>();
            List<Integer> seenAtCut = new ArrayList<>();
            SimulatedDisk[] left = {simulation.disk()};
            Set<Integer> promised = new HashSet<>();
            try (Journal journal = JournalRun.open(simulation.disk())) {
                Tailer tailer = journal.tailer("reader");
                run.start(simulation, journal, 2, 6, true);
                Worlds.start(simulation, "reader", () -> {
                    while (seen.size() < 12) {
                        tailer.await(Duration.ofSeconds(1));
                        seen.addAll(JournalRun.read(tailer));
                        tailer.commit();
                    }
                });
                simulation.start("power", () -> {
                    seenAtCut.addAll(seen);
                    promised.addAll(run.durable);
                    left[0] = simulation.disk().afterPowerCut();
                });
                simulation.run();
                tailer.close();
            }
            try (Journal journal = JournalRun.open(left[0]);
                    Tailer tailer = journal.tailer("reader");
                    Appender appender = journal.appender()) {
                run.append(appender, 100);
                List<Integer> all = new ArrayList<>(seenAtCut);
                List<Integer> again = JournalRun.read(tailer);
                all.addAll(again);
                assertThat(all).containsAll(promised).contains(100);
            }
        });
    }

    @Test
    void shouldNeverReadADamagedRecordOrMissOneInSilence() {
        JournalRun.check("bit flip", options -> options.fault(Fault.BIT_FLIP, 12), simulation -> {
            var run = new JournalRun();
            try (Journal journal = JournalRun.open(simulation.disk())) {
                run.start(simulation, journal, 2, 8, true);
                simulation.run();
            }
            try {
                assertThat(JournalRun.read(simulation.disk().afterPowerCut())).containsAll(run.durable);
                simulation.reachable("intact");
            } catch (JournalException e) {
                simulation.reachable("damage told");
            }
        });
    }
}
