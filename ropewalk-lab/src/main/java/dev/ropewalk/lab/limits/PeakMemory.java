package dev.ropewalk.lab.limits;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The most physical memory that this process has held, read in a way that loads next to no classes. */
final class PeakMemory {
    private static final String HIGH_WATER = "VmHWM:";

    private PeakMemory() {}

    /** Returns it in KiB, 0 where the system doesn't tell: only Linux does. */
    static long kibibytes() {
        try (var status = new FileInputStream("/proc/self/status")) {
            String text = new String(status.readAllBytes(), StandardCharsets.US_ASCII);
            int start = text.indexOf(HIGH_WATER);
            int end = text.indexOf(" kB", Math.max(0, start));
            return start < 0 || end < 0
                    ? 0
                    : Long.parseLong(
                            text.substring(start + HIGH_WATER.length(), end).strip());
        } catch (IOException e) {
            return 0;
        }
    }
}
