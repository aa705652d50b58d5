package dev.ropewalk.limit.budget;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The memory that the control groups of this process leave it. Groups are nested, each has a limit or none, and the
 * machine is the outermost: what counts is the least that any of them has left. What a group uses is counted as
 * Kubernetes does: without the files' pages that weren't used lately, which the kernel takes back when it needs them.
 */
public final class CgroupMemory {
    private static final String NO_LIMIT = "max";
    private static final long BYTES_PER_KILOBYTE = 1024;

    private final Path memoryOfMachine;
    private final List<Path> groups;
    private final String limitFile;
    private final String usageFile;
    private final String inactiveKey;

    /**
     * Finds the groups.
     *
     * @param root "/" except in tests
     * @throws UnsupportedOperationException if there are no control groups
     */
    public CgroupMemory(Path root) {
        CgroupFiles files = CgroupFiles.find(root);
        memoryOfMachine = root.resolve("proc/meminfo");
        limitFile = files.isFirstVersion ? "memory.limit_in_bytes" : "memory.max";
        usageFile = files.isFirstVersion ? "memory.usage_in_bytes" : "memory.current";
        inactiveKey = files.isFirstVersion ? "total_inactive_file " : "inactive_file ";
        groups = files.directories.stream()
                .filter(group -> Files.exists(group.resolve(limitFile)) && Files.exists(group.resolve(usageFile)))
                .toList();
    }

    /** Returns the least limit, in bytes. */
    public long limit() {
        return groups.stream().mapToLong(this::limit).reduce(ofMachine("MemTotal:"), Math::min);
    }

    /** Returns the least that is left, in bytes: below zero if a limit was set below what is used. */
    public long room() {
        long least = ofMachine("MemAvailable:");
        for (Path group : groups) {
            long limit = limit(group);
            if (limit != Long.MAX_VALUE) {
                least = Math.min(least, limit - used(group));
            }
        }
        return least;
    }

    private long limit(Path group) {
        String text = first(group.resolve(limitFile), "");
        return text.equals(NO_LIMIT) ? Long.MAX_VALUE : Long.parseLong(text);
    }

    private long used(Path group) {
        long usage = Long.parseLong(first(group.resolve(usageFile), ""));
        return Math.max(0, usage - Long.parseLong(first(group.resolve("memory.stat"), inactiveKey)));
    }

    private long ofMachine(String key) {
        String kilobytes = first(memoryOfMachine, key).replace("kB", "");
        return Long.parseLong(kilobytes.strip()) * BYTES_PER_KILOBYTE;
    }

    private static String first(Path file, String prefix) {
        return CgroupFiles.lines(file)
                .filter(line -> line.startsWith(prefix))
                .map(line -> line.substring(prefix.length()).strip())
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException("no '" + prefix + "' in " + file));
    }
}
