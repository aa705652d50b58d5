package dev.ropewalk.stress;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.openjdk.jcstress.Main;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * A run of jcstress in a process of its own, which starts one JVM for each test and set of compiler flags.
 *
 * @param results what each test showed, by its name, once per JVM
 * @param output what the process printed
 */
record JcstressRun(Map<String, List<TestResult>> results, Path output) {
    private static final String RESULT_FILES = "jcstress-results-*.bin.gz";

    /** Runs tests with the class path of this JVM, and calls it hung when it reaches the limit. */
    static JcstressRun of(List<Subject> tests, List<String> options, Duration limit, Path folder)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        for (Path old : resultFiles(folder)) {
            Files.delete(old);
        }
        Path output = folder.resolve("output.txt");
        Files.deleteIfExists(output);
        List<String> arguments = new ArrayList<>(List.of("-t", anyOf(tests), "-r", "report"));
        arguments.addAll(options);
        if (!start(command(List.of(), Main.class, arguments), limit, output)) {
            throw new IllegalStateException("jcstress still ran after " + limit + "; its output is in " + output);
        }
        return new JcstressRun(read(folder, output), output);
    }

    private static String anyOf(List<Subject> tests) {
        return "^(" + tests.stream().map(test -> Pattern.quote(test.name())).collect(Collectors.joining("|")) + ")$";
    }

    /** Runs a command in the folder of its output; returns whether it ended within the limit. */
    static boolean start(List<String> command, Duration limit, Path output) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(Objects.requireNonNull(output.getParent()).toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(output.toFile()))
                .start();
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    // Its exit code says nothing: it is 1 because the broken twins fail, as they must.
    private static Map<String, List<TestResult>> read(Path folder, Path output) throws IOException {
        List<Path> files = resultFiles(folder);
        if (files.size() != 1) {
            throw new IllegalStateException(
                    "jcstress left " + files.size() + " result files, not one; its output is in " + output);
        }
        InProcessCollector collector = new InProcessCollector();
        DiskReadCollector reader = new DiskReadCollector(files.getFirst().toString(), collector);
        try {
            reader.dump();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        } finally {
            reader.close();
        }
        Collection<TestResult> results = collector.getTestResults();
        return results.stream().collect(Collectors.groupingBy(TestResult::getName));
    }

    private static List<Path> resultFiles(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, RESULT_FILES)) {
            found.forEach(files::add);
        }
        return files;
    }

    static List<String> command(List<String> ofJvm, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ofJvm);
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return command;
    }
}
