package dev.ropewalk.lab.limits;

import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One process of {@link Program}, from its launch to its end.
 *
 * @param cpuNanos user and system time, empty where the system doesn't tell
 * @param done how many tasks it has done
 * @param most how many were in flight at once at most, 0 if it didn't count them
 * @param peakKib the most memory that it has held, 0 where the system doesn't tell
 */
record ProcessRun(long nanos, OptionalLong cpuNanos, int done, int most, long peakKib) {
    /** The same for all contenders. Heap and collector are what the JVM chooses, as for a user who sets nothing. */
    static final List<String> FLAGS = List.of(
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+ExitOnOutOfMemoryError");

    /** The lab's other jars would cost the search for a class in them. */
    private static final String CLASS_PATH = Stream.of(
                    Program.class, BoundedExecutor.class, Limiter.class, Scheduler.class, CpuSet.class, base())
            .map(ProcessRun::place)
            .collect(Collectors.joining(File.pathSeparator));

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double KIB_PER_MIB = 1024;

    /**
     * Runs a process; no other thread may start one meanwhile.
     *
     * @param flags what the JVM is told beside {@link #FLAGS}
     * @param errors where its errors go
     */
    static ProcessRun of(List<String> flags, List<String> arguments, ProcessBuilder.Redirect errors)
            throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(flags);
        command.addAll(List.of("-cp", CLASS_PATH, Program.class.getName()));
        command.addAll(arguments);
        var builder = new ProcessBuilder(command).redirectError(errors);
        OptionalLong cpuBefore = ChildrenCpuClock.nanos();
        long start = System.nanoTime();
        Process process = builder.start();
        int exit = process.waitFor();
        long nanos = System.nanoTime() - start;
        OptionalLong cpuAfter = ChildrenCpuClock.nanos();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (exit != 0) {
            throw new IOException("the program has ended with exit code " + exit + ": " + output);
        }
        OptionalLong cpuNanos = cpuBefore.isPresent() && cpuAfter.isPresent()
                ? OptionalLong.of(cpuAfter.getAsLong() - cpuBefore.getAsLong())
                : OptionalLong.empty();
        // A JVM that writes a cache tells about it afterwards.
        String[] words = output.lines().findFirst().orElse("").split(" ", -1);
        return new ProcessRun(
                nanos, cpuNanos, Integer.parseInt(words[0]), Integer.parseInt(words[1]), Long.parseLong(words[2]));
    }

    /** Returns a class of the module that the others share and the lab can't name. */
    private static Class<?> base() {
        try {
            return Class.forName("dev.ropewalk.base.Nulls", false, Scheduler.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the modules' base is missing", e);
        }
    }

    private static String place(Class<?> of) {
        try {
            URL place = of.getProtectionDomain().getCodeSource().getLocation();
            return Path.of(place.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("no place for " + of, e);
        }
    }

    /** Returns an outcome with the metrics that the system tells. */
    Outcome outcome(String answer) {
        Outcome outcome = new Outcome(answer, Map.of(Metric.TIME.name(), nanos / NANOS_PER_MILLI));
        if (cpuNanos.isPresent()) {
            outcome = outcome.with(Metric.CPU, cpuNanos.getAsLong() / NANOS_PER_MILLI);
        }
        return peakKib == 0 ? outcome : outcome.with(Metric.PEAK_MEMORY, peakKib / KIB_PER_MIB);
    }
}
