package dev.ropewalk.cpu.topology;

import dev.ropewalk.cpu.CpuSet;
import java.io.File;

/**
 * Which CPUs this process may use: the mask of its first thread, which the Java launcher runs no Java code in, so that
 * pinning a Java thread doesn't change it.
 */
public final class ProcessAffinity {
    private static final String ALLOWED_LINE = "Cpus_allowed_list:";

    private ProcessAffinity() {}

    /**
     * Returns the allowed CPUs that are online; empty if neither {@code /proc} nor the C library tells. The file comes first,
     * because to link the system call takes as long as the rest of a JVM's start.
     */
    public static CpuSet allowedCpus() {
        CpuSet listed = listedBy(new Sysfs(new File("/proc/self")));
        CpuSet online = TopologyReader.onlineOf(new Sysfs(new File("/sys")));
        if (!listed.isEmpty() && online.containsAll(listed)) {
            return listed;
        }
        return LinuxCalls.available().flatMap(LinuxCalls::processAffinity).orElseGet(() -> listed.intersect(online));
    }

    /**
     * Returns the allowed CPUs by the process's files. Unlike the system call, these name CPUs that are offline too, or
     * that the machine could have and hasn't: only the online ones count.
     */
    public static CpuSet allowedCpus(Sysfs process, Sysfs sysfs) {
        return listedBy(process).intersect(TopologyReader.onlineOf(sysfs));
    }

    private static CpuSet listedBy(Sysfs process) {
        for (String line : process.text("status").orElse("").split("\n", -1)) {
            if (line.startsWith(ALLOWED_LINE)) {
                return Sysfs.parse(line.substring(ALLOWED_LINE.length()));
            }
        }
        return CpuSet.of();
    }
}
