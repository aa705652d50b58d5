package dev.ropewalk.lab.ring;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The rings in a process of their own, written in Go. It measures itself; its goroutines wait between iterations. */
final class GoTrial implements Trial {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double KIB_PER_MIB = 1024;

    private final Workload workload;
    private final Process process;
    private final BufferedWriter requests;
    private final BufferedReader replies;

    private GoTrial(Workload workload, Process process) {
        this.workload = workload;
        this.process = process;
        requests = process.outputWriter(StandardCharsets.UTF_8);
        replies = process.inputReader(StandardCharsets.UTF_8);
    }

    static GoTrial open(Workload workload) throws IOException, InterruptedException {
        GoToolchain toolchain = GoToolchain.find().orElseThrow(() -> new IOException("no Go toolchain"));
        Path folder = Files.createTempDirectory("ropewalk-ring");
        try {
            List<String> command = List.of(
                    toolchain.build("ring.go", folder).toString(),
                    String.valueOf(workload.rings()),
                    String.valueOf(workload.actors()));
            var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
            builder.environment().put("GOMAXPROCS", String.valueOf(workload.workers()));
            return new GoTrial(workload, builder.start());
        } finally {
            // A running program needs its file no more, and this process may be killed at any time.
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Override
    public Outcome run(Pass pass) throws IOException {
        requests.write(String.valueOf(workload.laps()));
        requests.newLine();
        requests.flush();
        String reply = replies.readLine();
        if (reply == null) {
            throw new IOException("the Go process has ended");
        }
        String[] words = reply.split(" ", -1);
        long nanos = Long.parseLong(words[0]);
        Outcome outcome = new Outcome(
                workload.answer(Long.parseUnsignedLong(words[2], 16)),
                Map.of(
                        Metric.TIME.name(), nanos / NANOS_PER_MILLI,
                        Metric.CPU.name(), Long.parseLong(words[1]) / NANOS_PER_MILLI,
                        Ring.PER_HOP.name(), (double) nanos / workload.hops()));
        return words[3].isEmpty() ? outcome : outcome.with(Metric.PEAK_MEMORY, Long.parseLong(words[3]) / KIB_PER_MIB);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
