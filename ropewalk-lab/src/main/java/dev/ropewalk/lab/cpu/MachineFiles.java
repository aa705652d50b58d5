package dev.ropewalk.lab.cpu;

import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What Linux tells in files about a machine. What is missing or unreadable is empty, as in a container, and on other systems
 * all is.
 *
 * @param root the folder that holds {@code proc} and {@code sys}
 */
record MachineFiles(Path root) {
    private static final String CPUS = "sys/devices/system/cpu";

    /** Returns whether this is the machine that the program runs on. */
    boolean isThisMachine() {
        return root.equals(Path.of("/"));
    }

    CpuTopology topology() {
        return isThisMachine() ? CpuTopology.detect() : CpuTopology.read(root.resolve("sys"), allowed());
    }

    private CpuSet allowed() {
        return text("proc/self/status").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .map(MachineFiles::cpus)
                .findFirst()
                .orElse(CpuSet.of())
                .intersect(cpuList("online"));
    }

    /** Returns a file's text without the blanks around it. */
    Optional<String> text(String path) {
        try {
            return Optional.of(Files.readString(root.resolve(path)).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the list of CPUs in a file of the folder of all CPUs; empty if there is none. */
    CpuSet cpuList(String name) {
        return cpus(text(CPUS + "/" + name).orElse(""));
    }

    /** Returns whether the kernel tells which CPUs are isolated, be it none. */
    boolean tellsIsolation() {
        return text(CPUS + "/isolated").isPresent();
    }

    private static CpuSet cpus(String list) {
        try {
            return CpuSet.parse(list);
        } catch (IllegalArgumentException e) {
            return CpuSet.of();
        }
    }

    /** Returns the text of a file in the folder of one CPU. */
    Optional<String> ofCpu(int cpu, String name) {
        return text(CPUS + "/cpu" + cpu + "/" + name);
    }

    /** Returns how long a CPU takes to leave the deepest idle state that it may enter; 0 if unknown. */
    int slowestIdleStateMicros(int cpu) {
        int slowest = 0;
        for (int state = 0; ; state++) {
            String folder = "cpuidle/state" + state + "/";
            Optional<String> latency = ofCpu(cpu, folder + "latency");
            if (latency.isEmpty()) {
                return slowest;
            }
            if (!ofCpu(cpu, folder + "disable").orElse("0").equals("1")
                    && latency.get().matches("\\d{1,9}")) {
                slowest = Math.max(slowest, Integer.parseInt(latency.get()));
            }
        }
    }

    /** Returns the choice of a file that lists all that could be chosen: {@code always [madvise] never}. */
    String chosen(String path) {
        String text = text(path).orElse("");
        int open = text.indexOf('[');
        int close = text.indexOf(']');
        return open < 0 || close < open ? "" : text.substring(open + 1, close);
    }

    /** Returns the processor's model. */
    Optional<String> model() {
        return text("proc/cpuinfo").stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }

    /** Returns level and size of a CPU's last-level cache: {@code L3 32 MiB}. */
    Optional<String> lastLevelCache(int cpu) {
        String found = null;
        int highest = 0;
        for (int index = 0; ; index++) {
            String folder = "cache/index" + index + "/";
            Optional<String> level = ofCpu(cpu, folder + "level");
            if (level.isEmpty()) {
                return Optional.ofNullable(found);
            }
            int number = level.get().matches("\\d{1,2}") ? Integer.parseInt(level.get()) : 0;
            if (number > highest && !ofCpu(cpu, folder + "type").orElse("").equals("Instruction")) {
                highest = number;
                found = "L" + number
                        + ofCpu(cpu, folder + "size")
                                .map(size -> " " + readable(size))
                                .orElse("");
            }
        }
    }

    /** Returns a size such as {@code 32768K} in mebibytes if that is a whole number of them. */
    private static String readable(String size) {
        if (!size.matches("\\d{1,12}K")) {
            return size;
        }
        long kibibytes = Long.parseLong(size.substring(0, size.length() - 1));
        return kibibytes % 1024 == 0 ? kibibytes / 1024 + " MiB" : kibibytes + " KiB";
    }
}
