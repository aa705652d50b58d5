package dev.ropewalk.lab.driver;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** The most physical memory that this process has held: the kernel's high-water mark, where it keeps one. */
final class PeakMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path CLEAR = Path.of("/proc/self/clear_refs");
    private static final String HIGH_WATER = "VmHWM:";
    private static final String RESET_HIGH_WATER = "5";
    private static final double KIB_PER_MIB = 1024;

    private PeakMemory() {}

    /** Begins anew from what the process holds at this moment. A kernel that can't goes on from the process's start. */
    static void reset() {
        try {
            Files.writeString(CLEAR, RESET_HIGH_WATER);
        } catch (IOException e) {
            // No such file outside Linux, or no permission in a locked-down container.
        }
    }

    /** Returns the mark in MiB, empty where the system doesn't tell. */
    static OptionalDouble mebibytes() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(HIGH_WATER))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / KIB_PER_MIB)
                    .findFirst();
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
    }
}
