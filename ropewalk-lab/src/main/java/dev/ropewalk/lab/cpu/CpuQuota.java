package dev.ropewalk.lab.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** How much of the CPUs' time the control group leaves to this process, by the files of both versions of control groups. */
final class CpuQuota {
    private static final String MOUNT = "sys/fs/cgroup";

    private final MachineFiles files;
    private double fewest = Double.POSITIVE_INFINITY;

    private CpuQuota(MachineFiles files) {
        this.files = files;
    }

    /** Returns the smallest quota on the way from this process's group to the top, as a number of CPUs; empty without one. */
    static OptionalDouble of(MachineFiles files) {
        var quota = new CpuQuota(files);
        for (String line : files.text("proc/self/cgroup").orElse("0::/").split("\n", -1)) {
            quota.consider(line);
        }
        return Double.isInfinite(quota.fewest) ? OptionalDouble.empty() : OptionalDouble.of(quota.fewest);
    }

    /** Looks at a line of {@code /proc/self/cgroup}: a hierarchy's number, its controllers, and the group's path. */
    private void consider(String line) {
        String[] fields = line.split(":", 3);
        if (fields.length < 3) {
            return;
        }
        if (fields[1].isEmpty()) {
            for (String folder : fromGroupToTop(fields[2])) {
                considerUnified(MOUNT + folder);
            }
        } else if (List.of(fields[1].split(",", -1)).contains("cpu")) {
            for (String folder : fromGroupToTop(fields[2])) {
                considerLegacy(MOUNT + "/cpu" + folder);
                considerLegacy(MOUNT + "/cpu,cpuacct" + folder);
            }
        }
    }

    // In a container the path may be that of the host, of which only the top can be seen, and there the quota is.
    private static List<String> fromGroupToTop(String path) {
        var folders = new ArrayList<String>();
        String rest = path.equals("/") ? "" : path;
        while (!rest.isEmpty()) {
            folders.add(rest);
            rest = rest.substring(0, Math.max(0, rest.lastIndexOf('/')));
        }
        folders.add("");
        return folders;
    }

    private void considerUnified(String folder) {
        String[] quotaAndPeriod = files.text(folder + "/cpu.max").orElse("").split(" ", -1);
        if (quotaAndPeriod.length == 2) {
            consider(quotaAndPeriod[0], quotaAndPeriod[1]);
        }
    }

    private void considerLegacy(String folder) {
        consider(
                files.text(folder + "/cpu.cfs_quota_us").orElse(""),
                files.text(folder + "/cpu.cfs_period_us").orElse(""));
    }

    /** Takes a quota of microseconds in each period; a word or -1 means that there is none. */
    private void consider(String quota, String period) {
        if (quota.matches("\\d{1,15}") && period.matches("[1-9]\\d{0,14}")) {
            fewest = Math.min(fewest, (double) Long.parseLong(quota) / Long.parseLong(period));
        }
    }
}
