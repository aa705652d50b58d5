package dev.ropewalk.lab.bugs;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.sim.catalogue.Catalogue;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/**
 * Lincheck's model checking, a process for each search: what it does to the classes of one search must not meet the next, and
 * what hangs is killed.
 */
final class LincheckTrial implements Trial {
    /** What it asks of the JVM, and how much memory it gets. */
    private static final List<String> FLAGS = List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:+EnableDynamicAgentLoading",
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.util=ALL-UNNAMED",
            "-Djdk.attach.allowAttachSelf=true",
            "-D" + Catalogue.PLAIN + "=true");

    private static final Duration JVM_START = Duration.ofSeconds(8);

    private final String bug;
    private final boolean mended;
    private final Duration limit;

    LincheckTrial(Cell cell) {
        this(cell.params(), false);
    }

    LincheckTrial(Params params, boolean mended) {
        this.mended = mended;
        bug = params.text(PlantedBugs.BUG);
        limit = Duration.ofMillis(params.number(PlantedBugs.TOOL_LIMIT));
    }

    @Override
    public Outcome run(Pass pass) throws IOException, InterruptedException {
        return Looks.outcome(List.of(look()), PlantedBugs.ANSWER);
    }

    Look look() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", ManagementFactory.getRuntimeMXBean().getClassPath()));
        command.addAll(List.of(LincheckProgram.class.getName(), bug, String.valueOf(mended), "" + limit.toMillis()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!process.waitFor(limit.plus(JVM_START).toMillis(), TimeUnit.MILLISECONDS)) {
                return Look.missed(
                        "it hung, and was killed after " + limit.plus(JVM_START).toSeconds() + " s");
            }
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return of(output.lines().reduce("", (before, line) -> line), process.exitValue());
        } finally {
            process.destroyForcibly().onExit().join();
        }
    }

    /** Returns what a line of {@link LincheckProgram} tells. */
    private Look of(String line, int exitCode) {
        String[] words = line.split(" ", 3);
        return switch (words[0]) {
            case "found" -> {
                double millis = Double.parseDouble(words[2]);
                yield Look.found(Double.parseDouble(words[1]), millis, millis, OptionalDouble.empty());
            }
            case "missed" -> Look.missed("not within " + limit.toMillis() + " ms");
            case "refused" -> Look.missed("can't run: " + line.substring(words[0].length()));
            default -> Look.missed("its process ended with exit code " + exitCode);
        };
    }

    @Override
    public void close() {}
}
