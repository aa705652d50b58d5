package dev.ropewalk.console.view;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalDouble;

/** How busy this process keeps the CPUs, where the JVM can tell: an image without {@code jdk.management} can't. */
final class ProcessLoad {
    private ProcessLoad() {}

    /** Returns the share of all CPUs, 0 to 1. */
    static OptionalDouble ofAllCpus() {
        try {
            return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                    ? OptionalDouble.of(Math.max(0, system.getProcessCpuLoad()))
                    : OptionalDouble.empty();
        } catch (NoClassDefFoundError missing) {
            return OptionalDouble.empty();
        }
    }
}
