package dev.ropewalk.lab.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.ropewalk.lab.driver.TinyExperiment;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.ResultFiles;
import dev.ropewalk.lab.result.Skipped;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class InterruptionTest {
    @TempDir
    private Path folder;

    /** Of the signals from 1 on, SIGINT is the second. */
    private static final long INTERRUPT_BIT = 2;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void killWhatIsLeft() {
        started.forEach(process -> process.destroyForcibly().onExit().join());
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void shouldLeaveAReportThatSaysSo(String signal) throws Exception {
        assumeFalse(
                signal.equals("INT") && isInterruptIgnored(), "a shell that runs this beside it has SIGINT ignored");
        interrupt(signal, signal.equals("INT") ? "smoke" : "tour");

        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("This run isn&#39;t finished: 1 of 2 experiments are complete. Missing: second.")
                .contains("The run was interrupted: there are results of 1 of 2 cells.");
        ExperimentResult second = ResultFiles.find(folder, "second").orElseThrow();
        assertThat(second.isComplete()).isFalse();
        assertThat(second.skipped())
                .as("that a contender died with the lab is not its fault")
                .isEmpty();
        assertThat(Files.readString(folder.resolve("out")))
                .contains("interrupted: 1 of 2 experiments are complete; missing: second", "--resume", "report: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    void shouldGoOnWhereItWasInterrupted(String signal) throws Exception {
        interrupt(signal, "smoke");
        ExperimentResult first = ResultFiles.find(folder, "first").orElseThrow();
        ExperimentResult before = ResultFiles.find(folder, "second").orElseThrow();

        assertThat(resume()).contains("first: done before the interruption", "second (2 of 2)");

        ExperimentResult second = ResultFiles.find(folder, "second").orElseThrow();
        assertThat(ResultFiles.find(folder, "first")).contains(first);
        assertThat(second.isComplete()).isTrue();
        assertThat(second.occasion()).isEqualTo(before.occasion());
        assertThat(second.results())
                .containsAll(before.results())
                .hasSizeGreaterThan(before.results().size());
        assertThat(second.skipped()).extracting(Skipped::contender).containsExactly("sleeper");
        assertThat(Files.readString(folder.resolve("report.html"))).doesNotContain("isn&#39;t finished");
        assertThat(folder.resolve("unfinished-run")).doesNotExist();
    }

    /** Returns whether this process was started with SIGINT ignored, which the processes that it starts inherit. */
    private static boolean isInterruptIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return false;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .mapToLong(line -> Long.parseUnsignedLong(
                            line.substring("SigIgn:".length()).strip(), 16))
                    .anyMatch(ignored -> (ignored & INTERRUPT_BIT) != 0);
        }
    }

    /** Runs the lab in a process of its own, and sends it a signal when it is in the last cell. */
    private void interrupt(String signal, String size) throws IOException, InterruptedException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>(List.of(java.toString()));
        command.addAll(TinyExperiment.QUICK_START);
        command.addAll(List.of(
                "-cp",
                ManagementFactory.getRuntimeMXBean().getClassPath(),
                Interruptible.class.getName(),
                "lab",
                "--size",
                size,
                "--out",
                folder.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out").toFile())
                .start();
        started.add(process);
        Await.until(
                () -> "the last cell's begin; the output is " + output(),
                () -> Files.exists(folder.resolve("second.json")),
                Duration.ofMinutes(1));
        assertThat(new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("it ends").isTrue();
    }

    private String resume() {
        var out = new StringWriter();
        int exit = RopewalkCommand.commandLine(Interruptible.experiments())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(out))
                .execute("lab", "--resume", "--out", folder.toString());
        assertThat(exit).as(out.toString()).isZero();
        return out.toString();
    }

    private String output() {
        try {
            return Files.readString(folder.resolve("out"));
        } catch (IOException e) {
            return e.toString();
        }
    }
}
