package dev.ropewalk.cpu;

import dev.ropewalk.base.Names;
import dev.ropewalk.testing.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A {@link ChildJvm} with the classes of this module and of its tests. */
final class ProbeJvm {
    static final Path CLASSES = Path.of("target", "classes").toAbsolutePath();
    private static final Path TEST_CLASSES = Path.of("target", "test-classes").toAbsolutePath();

    private ProbeJvm() {}

    private static String modulePath() {
        return CLASSES + File.pathSeparator + ChildJvm.codeOf(Names.class);
    }

    private static String classPath() {
        return modulePath() + File.pathSeparator + TEST_CLASSES;
    }

    /** Runs a main class on the class path; returns the lines {@code key=value} that it prints. */
    static Map<String, String> onClassPath(Path folder, Class<?> main, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("-cp", classPath(), main.getName()));
        return run(folder, arguments);
    }

    /** Runs a main class in this library's module, on the module path. */
    static Map<String, String> onModulePath(Path folder, Class<?> main, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of(
                "--module-path",
                modulePath(),
                "--patch-module",
                "dev.ropewalk.cpu=" + TEST_CLASSES,
                "--module",
                "dev.ropewalk.cpu/" + main.getName()));
        return run(folder, arguments);
    }

    private static Map<String, String> run(Path folder, List<String> arguments)
            throws IOException, InterruptedException {
        return ChildJvm.run(folder, arguments).stream()
                .map(line -> line.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    /** Starts a main class on the class path; the caller ends it. */
    static Process startOnClassPath(Path folder, Class<?> main, String... arguments) throws IOException {
        return startOnClassPath(List.of(), folder, main, arguments);
    }

    /** Starts it as above, by a command that runs the command behind it. */
    static Process startOnClassPath(List<String> by, Path folder, Class<?> main, String... arguments)
            throws IOException {
        List<String> all = new ArrayList<>(List.of("-cp", classPath(), main.getName()));
        all.addAll(List.of(arguments));
        return ChildJvm.start(by, folder, all);
    }
}
