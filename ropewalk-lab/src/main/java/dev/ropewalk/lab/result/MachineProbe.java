package dev.ropewalk.lab.result;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds out what machine this is. What a system doesn't tell is left out or called unknown. */
public final class MachineProbe {
    private static final long GIB = 1L << 30;

    private final Path root;

    MachineProbe(Path root) {
        this.root = root;
    }

    /** Returns a description of this machine. */
    public static Machine describe(List<String> flags) {
        var probe = new MachineProbe(Path.of("/"));
        return new Machine(
                probe.cpu(),
                Runtime.getRuntime().availableProcessors(),
                probe.caches(),
                String.format(Locale.ROOT, "%.1f GiB", (double) memoryBytes() / GIB),
                property("os.name") + " " + property("os.version") + " " + property("os.arch"),
                property("java.vendor") + " " + property("java.runtime.version"),
                flags);
    }

    /** Returns how much physical memory there is, or may be used in this container. */
    public static long memoryBytes() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    String cpu() {
        return lines("proc/cpuinfo")
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("unknown " + property("os.arch"));
    }

    List<String> caches() {
        var caches = new ArrayList<String>();
        for (int index = 0; ; index++) {
            String cache = "sys/devices/system/cpu/cpu0/cache/index" + index + "/";
            Optional<String> level = lines(cache + "level").findFirst();
            Optional<String> size = lines(cache + "size").findFirst();
            if (level.isEmpty() || size.isEmpty()) {
                return caches;
            }
            String kind = switch (lines(cache + "type").findFirst().orElse("")) {
                case "Data" -> "d";
                case "Instruction" -> "i";
                default -> "";
            };
            String sharers = lines(cache + "shared_cpu_list").findFirst().orElse("?");
            caches.add("L" + level.get() + kind + " " + readable(size.get()) + " (CPUs " + sharers + ")");
        }
    }

    /** Returns a size such as {@code 32768K} in the largest unit that keeps it whole. */
    private static String readable(String size) {
        String number = size.replaceAll("\\D", "");
        if (!size.endsWith("K") || number.isEmpty()) {
            return size;
        }
        long kibibytes = Long.parseLong(number);
        return kibibytes >= 1024 && kibibytes % 1024 == 0 ? kibibytes / 1024 + " MiB" : kibibytes + " KiB";
    }

    private Stream<String> lines(String file) {
        Path path = root.resolve(file);
        if (!Files.isReadable(path)) {
            return Stream.empty();
        }
        try {
            return Files.readAllLines(path).stream();
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + path, e);
        }
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }
}
