package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.result.MachineProbe;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the JVMs of contenders are started: all with the same flags, but for those that a contender is about. */
public final class ChildJvm {
    private static final long MIB = 1L << 20;
    private static final long MAX_HEAP_BYTES = MachineProbe.memoryBytes() / 2 / MIB * MIB;

    private ChildJvm() {}

    /** Returns the flags of every child. */
    public static List<String> flags() {
        return List.of(
                // Contenders are in memory at the same time: none may take the machine's memory at its start.
                "-Xms256m",
                "-Xmx" + MAX_HEAP_BYTES / MIB + "m",
                // A pool that lost a thread to an OutOfMemoryError would hang until the time-out.
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow");
    }

    /** Returns how much heap every child may have. */
    public static long maxHeapBytes() {
        return MAX_HEAP_BYTES;
    }

    static List<String> command(Class<? extends Experiment> experiment, Contender contender) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags());
        command.addAll(contender.jvmArgs());
        command.add("-cp");
        command.add(ManagementFactory.getRuntimeMXBean().getClassPath());
        command.add(ChildMain.class.getName());
        command.add(experiment.getName());
        command.add(contender.name());
        return command;
    }
}
