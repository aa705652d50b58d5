package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.Names;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.testing.Await;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a main class of the tests in a JVM of its own, for what depends on the JVM's options or is done once in its life. */
final class ChildJvm {
    private ChildJvm() {}

    /** Runs it on the class path; returns the lines that it prints. */
    static List<String> onClassPath(Path temporary, Class<?> main, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of(
                "-cp",
                String.join(
                        File.pathSeparator,
                        codeOf(Scheduler.class),
                        codeOf(CpuTopology.class),
                        codeOf(Names.class),
                        codeOf(Await.class),
                        codeOf(main)),
                main.getName()));
        return run(temporary, "--enable-native-access=ALL-UNNAMED", arguments);
    }

    /** Runs it in this library's module, on the module path. */
    static List<String> onModulePath(Path temporary, Class<?> main, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of(
                "--module-path",
                String.join(
                        File.pathSeparator, codeOf(Scheduler.class), codeOf(CpuTopology.class), codeOf(Names.class)),
                "--patch-module",
                "dev.ropewalk.scheduler=" + codeOf(main),
                "--module",
                "dev.ropewalk.scheduler/" + main.getName()));
        return run(temporary, "--enable-native-access=dev.ropewalk.cpu", arguments);
    }

    private static String codeOf(Class<?> type) throws Exception {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    /** Runs the program; it must print no warning. */
    private static List<String> run(Path temporary, String nativeAccess, List<String> arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(nativeAccess);
        command.addAll(arguments);
        Path out = temporary.resolve("out");
        Path err = temporary.resolve("err");
        var builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        // These variables make a JVM print a line about itself, and change its options.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("%s ends", command)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(err).as("errors and warnings of %s", command).hasContent("");
        return Files.readAllLines(out);
    }
}
