package dev.ropewalk.cpu;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Which CPUs this process may use: the mask of its first thread, which the Java launcher runs no Java code in, so that
 * pinning a Java thread doesn't change it.
 */
final class ProcessAffinity {
    private static final Pattern ALLOWED_LINE = Pattern.compile("^Cpus_allowed_list:\\s*(\\S+)$", Pattern.MULTILINE);

    private ProcessAffinity() {}

    /**
     * Returns the allowed CPUs that are online; empty if neither {@code /proc} nor the C library tells. The file comes first,
     * because to link the system call takes as long as the rest of a JVM's start.
     */
    static CpuSet allowedCpus() {
        CpuSet listed = listedBy(new Sysfs(Path.of("/proc/self")));
        CpuSet online = TopologyReader.onlineOf(new Sysfs(Path.of("/sys")));
        if (!listed.isEmpty() && online.containsAll(listed)) {
            return listed;
        }
        return LinuxCalls.available().flatMap(LinuxCalls::processAffinity).orElseGet(() -> listed.intersect(online));
    }

    /**
     * Returns the allowed CPUs by the process's files. Unlike the system call, these name CPUs that are offline too, or
     * that the machine could have and hasn't: only the online ones count.
     */
    static CpuSet allowedCpus(Sysfs process, Sysfs sysfs) {
        return listedBy(process).intersect(TopologyReader.onlineOf(sysfs));
    }

    private static CpuSet listedBy(Sysfs process) {
        Optional<MatchResult> line = process.text("status")
                .flatMap(text -> ALLOWED_LINE.matcher(text).results().findFirst());
        return line.map(match -> Sysfs.parse(match.group(1))).orElse(CpuSet.of());
    }
}
