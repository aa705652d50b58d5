package dev.ropewalk.stress;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jcstress.infra.collectors.TestResult;

/** Runs of {@link JcstressBatch}: many tests in one JVM, and in another one those that the first left out. */
final class BatchRun {
    private BatchRun() {}

    /**
     * Runs proofs and twins. What made their JVM end, or kept it from ending, is missing in the result.
     *
     * @param limit how long all of it may take
     */
    static JcstressRun of(List<Subject> subjects, Duration limit, Path folder)
            throws IOException, InterruptedException {
        long end = System.nanoTime() + limit.toNanos();
        Files.createDirectories(folder);
        Path output = folder.resolve("output.txt");
        Files.deleteIfExists(output);
        Map<String, List<TestResult>> results = new LinkedHashMap<>();
        List<String> left = new ArrayList<>(subjects.stream().map(Subject::name).toList());
        while (!left.isEmpty()) {
            Path file = folder.resolve("results-" + results.size());
            Files.deleteIfExists(file); // else a JVM that doesn't start would leave those of an earlier run
            JcstressRun.start(command(file, left), Duration.ofNanos(end - System.nanoTime()), output);
            Map<String, List<TestResult>> more = read(file);
            if (more.isEmpty()) {
                break;
            }
            results.putAll(more);
            left.removeAll(more.keySet());
        }
        return new JcstressRun(results, output);
    }

    private static List<String> command(Path results, List<String> subjects) {
        List<String> arguments = new ArrayList<>(subjects);
        arguments.addFirst(results.toString());
        return JcstressRun.command(
                List.of(Effort.ONE_JVM, "-Xmx512m", "--sun-misc-unsafe-memory-access=allow"),
                JcstressBatch.class,
                arguments);
    }

    /** Reads whole results; the last one may be cut. */
    private static Map<String, List<TestResult>> read(Path file) throws IOException {
        Map<String, List<TestResult>> results = new LinkedHashMap<>();
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            while (true) {
                var subject = new Subject(in.readUTF());
                var result = new TestResult(in);
                result.setConfig(Rounds.config(subject.test()));
                results.put(subject.name(), List.of(result));
            }
        } catch (EOFException | NoSuchFileException end) {
            return results;
        }
    }
}
