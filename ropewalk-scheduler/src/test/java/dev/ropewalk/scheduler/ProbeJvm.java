package dev.ropewalk.scheduler;

import static dev.ropewalk.testing.ChildJvm.codeOf;

import dev.ropewalk.base.Names;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@link ChildJvm} with the classes of this module and of its tests. */
public final class ProbeJvm {
    private ProbeJvm() {}

    /** Runs a main class on the class path; returns the lines that it prints. */
    public static List<String> onClassPath(Path folder, Class<?> main, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of(
                "-cp", modulePath() + File.pathSeparator + codeOf(Await.class) + File.pathSeparator + codeOf(main)));
        arguments.add(main.getName());
        return ChildJvm.run(folder, arguments);
    }

    /** Runs a main class in this library's module, on the module path. */
    static List<String> onModulePath(Path folder, Class<?> main, String... options)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("--enable-native-access=dev.ropewalk.cpu"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of(
                "--module-path",
                modulePath(),
                "--patch-module",
                "dev.ropewalk.scheduler=" + codeOf(main),
                "--module",
                "dev.ropewalk.scheduler/" + main.getName()));
        return ChildJvm.run(folder, arguments);
    }

    private static String modulePath() {
        return String.join(File.pathSeparator, codeOf(Scheduler.class), codeOf(CpuTopology.class), codeOf(Names.class));
    }
}
