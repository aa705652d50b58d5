package dev.ropewalk.limit.budget;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds the directories of the control groups that account this process's memory, from its own up to the outermost that
 * can be seen. Where version 1 of control groups has memory among its controllers, it is the one that counts; otherwise
 * version 2.
 */
final class CgroupFiles {
    private static final int MOUNT_ROOT = 3;
    private static final int MOUNT_POINT = 4;
    private static final int SUPER_OPTIONS = 2;

    /** Whether the directories are those of version 1. */
    final boolean isFirstVersion;

    /** The directories, the process's own first; none if there is no such control group. */
    final List<Path> directories;

    private CgroupFiles(boolean isFirstVersion, List<Path> directories) {
        this.isFirstVersion = isFirstVersion;
        this.directories = List.copyOf(directories);
    }

    /**
     * Finds them below a root, "/" except in tests.
     *
     * @throws UnsupportedOperationException if there are no control groups
     */
    static CgroupFiles find(Path root) {
        Path own = root.resolve("proc/self/cgroup");
        if (!Files.exists(own)) {
            throw new UnsupportedOperationException(
                    "no control groups without " + own + ": they are Linux's; give a capacity with Resource.of");
        }
        List<String[]> groups = lines(own).map(line -> line.split(":", 3)).toList();
        Optional<String> first = groups.stream()
                .filter(group -> hasMemory(group[1]))
                .map(group -> group[2])
                .findFirst();
        Optional<String> path = first.or(() -> groups.stream()
                .filter(group -> group[1].isEmpty())
                .map(group -> group[2])
                .findFirst());
        boolean isFirst = first.isPresent();
        return new CgroupFiles(
                isFirst, path.map(known -> directories(root, isFirst, known)).orElse(List.of()));
    }

    private static boolean hasMemory(String commaSeparated) {
        return Arrays.asList(commaSeparated.split(",")).contains("memory");
    }

    private static List<Path> directories(Path root, boolean isFirst, String path) {
        return lines(root.resolve("proc/self/mountinfo"))
                .map(line -> line.split(" - ", 2))
                .filter(halves -> halves.length == 2 && isMountOf(isFirst, halves[1].split(" ")))
                .findFirst()
                .map(halves -> upwards(root, path, halves[0].split(" ")))
                .orElse(List.of());
    }

    private static boolean isMountOf(boolean isFirst, String[] source) {
        return isFirst ? source[0].equals("cgroup") && hasMemory(source[SUPER_OPTIONS]) : source[0].equals("cgroup2");
    }

    private static List<Path> upwards(Path root, String path, String[] mount) {
        Path top = below(root, mount[MOUNT_POINT].replace("\\040", " "));
        String inside = mount[MOUNT_ROOT].equals("/") ? "" : mount[MOUNT_ROOT];
        Path directory = below(top, path.startsWith(inside) ? path.substring(inside.length()) : "");
        // In a container the path may be the host's, of which only the container's part is mounted.
        if (!directory.startsWith(top) || !Files.isDirectory(directory)) {
            directory = top;
        }
        List<Path> all = new ArrayList<>();
        for (Path next = directory; next != null && next.startsWith(top); next = next.getParent()) {
            all.add(next);
        }
        return all;
    }

    private static Path below(Path parent, String absolute) {
        String relative = absolute.startsWith("/") ? absolute.substring(1) : absolute;
        return relative.isEmpty() ? parent : parent.resolve(relative).normalize();
    }

    static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + file, e);
        }
    }
}
