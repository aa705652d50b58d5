package dev.ropewalk.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that a test starts, for what depends on the JVM's options or is done once in its life. What it prints goes to the files "out" and
 * "err" of a folder.
 */
public final class ChildJvm {
    private static final int TIMEOUT_SECONDS = 60;
    private static final List<String> QUICK_START = List.of("-XX:+UseSerialGC", "-XX:-UsePerfData");

    /** The compilers of this JVM: the tests' JVMs have only the fast one, and all in the deep tests. */
    private static final List<String> COMPILERS = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(ChildJvm::isAboutCompilers)
            .toList();

    private ChildJvm() {}

    /** Runs a JVM to its end and returns the lines that it prints. It must print no warning and exit with 0. */
    public static List<String> run(Path folder, List<String> arguments) throws IOException, InterruptedException {
        Process process = start(List.of(), folder, arguments);
        try {
            assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                    .as("%s ends within %d s", arguments, TIMEOUT_SECONDS)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(folder.resolve("err"))
                .as("errors and warnings of %s", arguments)
                .hasContent("");
        assertThat(process.exitValue()).as("exit code of %s", arguments).isZero();
        return Files.readAllLines(folder.resolve("out"));
    }

    /**
     * Starts a JVM, which the caller ends. It has the compilers of this one, unless its arguments choose others.
     *
     * @param by a command that runs the command behind it, such as one that makes a namespace; empty for none
     */
    public static Process start(List<String> by, Path folder, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(by);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(QUICK_START);
        if (arguments.stream().noneMatch(ChildJvm::isAboutCompilers)) {
            command.addAll(COMPILERS);
        }
        command.addAll(arguments);
        var builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        // These variables make a JVM print a line about itself, and change its options.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return builder.start();
    }

    private static boolean isAboutCompilers(String argument) {
        return argument.startsWith("-XX:") && (argument.contains("Tiered") || argument.contains("Compile"));
    }

    /** Returns the folder or jar that a class was loaded from. */
    public static String codeOf(Class<?> type) {
        return Path.of(URI.create(
                        type.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
    }
}
