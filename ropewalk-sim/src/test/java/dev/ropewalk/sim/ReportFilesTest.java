package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.sim.choice.ScheduleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files about a failed run. */
class ReportFilesTest {
    private static final SimulationOptions OPTIONS =
            SimulationOptions.defaults().name("ReportFilesTest#twoAdders(<b>)").strategy(Strategy.randomWalk());

    @TempDir
    Path directory;

    private static SimulationFailure fail(SimulationOptions options) {
        return assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(options, ReportFilesTest::addTwice))
                .actual();
    }

    private static void addTwice(Simulation simulation) {
        Channel<Integer> sums = Channel.buffered(2);
        int[] count = new int[1];
        for (int i = 1; i <= 2; i++) {
            simulation.start("adder " + i, () -> add(count, sums));
        }
        simulation.start("reader", () -> read(sums));
        simulation.run();
        assertThat(count[0]).isEqualTo(2);
    }

    private static void add(int[] count, Channel<Integer> sums) {
        Simulation.point(count);
        int read = count[0];
        Simulation.point(count);
        count[0] = read + 1;
        try {
            sums.send(read + 1);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void read(Channel<Integer> sums) {
        try {
            sums.receive();
            sums.receive();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldWriteThePictureAndTheScheduleOfTheFailedRun() throws IOException {
        SimulationFailure failure = fail(OPTIONS.reports(directory.resolve("deep/down")));
        List<Path> files;
        try (var all = Files.list(directory.resolve("deep/down"))) {
            files = all.sorted().toList();
        }
        assertThat(files).hasSize(2);
        assertThat(failure)
                .hasMessageContainingAll(
                        "its picture is in " + files.getFirst(), "its schedule is in " + files.getLast());
        assertThat(files.getFirst()).content().contains("ReportFilesTest#twoAdders(&lt;b&gt;)", failure.replay());
        ScheduleFile schedule = ScheduleFile.parse(Files.readAllLines(files.getLast()));
        assertThat(schedule.test()).isEqualTo(OPTIONS.name());
    }

    @Test
    void shouldDrawARepeatedRunAsTheOneThatWasFound() throws IOException {
        SimulationFailure found = fail(OPTIONS.reports(directory.resolve("found")));
        SimulationOptions again = OPTIONS.reports(directory.resolve("again"));
        SimulationFailure replayed = assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.replay(found.replay(), again, ReportFilesTest::addTwice))
                .actual();
        List<Path> files;
        try (var all = Files.list(directory.resolve("again"))) {
            files = all.toList();
        }
        assertThat(files).hasSize(1);
        assertThat(replayed).hasMessageContaining("its picture is in " + files.getFirst());
        assertThat(rows(replayed)).isNotEmpty().isEqualTo(rows(found));
        assertThat(steps(files.getFirst())).isNotEmpty().isEqualTo(steps(picture(directory.resolve("found"))));
    }

    /** Returns the trace in a failure's text. */
    private static List<String> rows(SimulationFailure failure) {
        return String.valueOf(failure.getMessage())
                .lines()
                .filter(line -> line.matches("    (us|\\d+) .*"))
                .toList();
    }

    private static Path picture(Path reports) throws IOException {
        try (var all = Files.list(reports)) {
            return all.filter(file -> file.toString().endsWith(".html"))
                    .findAny()
                    .orElseThrow();
        }
    }

    private static List<String> steps(Path picture) throws IOException {
        return Files.readAllLines(picture).stream()
                .filter(line -> line.startsWith("<text class=\"what\""))
                .toList();
    }

    @Test
    void shouldDrawWhatIsNoText() {
        SimulationOptions options = SimulationOptions.defaults().name("half").reports(directory);

        assertThatExceptionOfType(SimulationFailure.class)
                .isThrownBy(() -> Simulations.check(options, simulation -> {
                    throw new IllegalStateException("half of a pair: \ud800");
                }))
                .withMessageContaining("its picture is in ");
    }

    @Test
    void shouldTellTheFailureEvenIfNothingCanBeWritten() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "no directory");
        assertThat(fail(OPTIONS.reports(file)))
                .hasMessageContainingAll("its picture couldn't be written", "has failed in run", "Repeat it");
    }
}
