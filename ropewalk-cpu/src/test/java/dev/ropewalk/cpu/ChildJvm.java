package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.Names;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs a main class of the tests in a JVM of its own, for what depends on the JVM's options. */
final class ChildJvm {
    static final Path CLASSES = Path.of("target", "classes").toAbsolutePath();
    private static final Path TEST_CLASSES = Path.of("target", "test-classes").toAbsolutePath();
    private static final String MODULE_PATH = CLASSES + File.pathSeparator + codeOf(Names.class);
    private static final String CLASS_PATH = MODULE_PATH + File.pathSeparator + TEST_CLASSES;
    private static final int TIMEOUT_SECONDS = 60;

    private ChildJvm() {}

    private static Path codeOf(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    /** Runs it on the class path; returns the lines {@code key=value} that it prints. */
    static Map<String, String> onClassPath(Path temporary, Class<?> main, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("-cp", CLASS_PATH, main.getName()));
        return run(temporary, arguments);
    }

    /** Runs it in this library's module, on the module path. */
    static Map<String, String> onModulePath(Path temporary, Class<?> main, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of(
                "--module-path",
                MODULE_PATH,
                "--patch-module",
                "dev.ropewalk.cpu=" + TEST_CLASSES,
                "--module",
                "dev.ropewalk.cpu/" + main.getName()));
        return run(temporary, arguments);
    }

    private static Map<String, String> run(Path temporary, List<String> arguments)
            throws IOException, InterruptedException {
        Path err = temporary.resolve("err");
        Process process = start(List.of(), temporary, arguments);
        try {
            boolean ended = process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            assertThat(ended)
                    .as("%s ends within %d s", arguments, TIMEOUT_SECONDS)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(err).as("what %s prints as errors and warnings", arguments).hasContent("");
        assertThat(process.exitValue()).as("exit code of %s", arguments).isZero();
        return Files.readAllLines(temporary.resolve("out")).stream()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    /** Starts it on the class path; the caller ends it. What it prints goes to the files "out" and "err". */
    static Process startOnClassPath(Path temporary, Class<?> main, String... arguments) throws IOException {
        return startOnClassPath(List.of(), temporary, main, arguments);
    }

    /** Starts it as above, by a command that runs the one which follows. */
    static Process startOnClassPath(List<String> by, Path temporary, Class<?> main, String... arguments)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("-cp", CLASS_PATH, main.getName()));
        all.addAll(List.of(arguments));
        return start(by, temporary, all);
    }

    private static Process start(List<String> by, Path temporary, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(by);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(arguments);
        var builder = new ProcessBuilder(command)
                .redirectOutput(temporary.resolve("out").toFile())
                .redirectError(temporary.resolve("err").toFile());
        // These variables make a JVM print a line about itself, and change its options.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return builder.start();
    }
}
