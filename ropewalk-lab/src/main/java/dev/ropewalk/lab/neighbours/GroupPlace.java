package dev.ropewalk.lab.neighbours;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A control group in which another one with a CPU quota may be made.
 *
 * @param own the group in which this process is
 * @param parent where the new group goes
 */
record GroupPlace(GroupVersion version, Path own, Path parent) {
    private static final String CONTROLLER = "cpu";

    /** Returns the places of this process, the best one first. */
    static List<GroupPlace> find() throws IOException {
        Path self = Path.of("/proc/self");
        return Files.exists(self.resolve("cgroup"))
                ? find(Files.readAllLines(self.resolve("mountinfo")), Files.readAllLines(self.resolve("cgroup")))
                : List.of();
    }

    /**
     * Returns places.
     *
     * @param mounts lines as in {@code /proc/self/mountinfo}
     * @param groups lines as in {@code /proc/self/cgroup}
     */
    static List<GroupPlace> find(List<String> mounts, List<String> groups) throws IOException {
        var places = new ArrayList<GroupPlace>();
        for (Mount mount : mounts.stream().flatMap(Mount::parse).toList()) {
            Optional<Path> own =
                    groups.stream().flatMap(line -> mount.folder(line).stream()).findFirst();
            if (own.isPresent()) {
                addPlaces(places, mount, own.get());
            }
        }
        return places;
    }

    /** In version 2 a group has a CPU controller only if the one above passes it on: never below one with processes in it. */
    private static void addPlaces(List<GroupPlace> places, Mount mount, Path own) throws IOException {
        if (mount.version() == GroupVersion.V1) {
            places.add(new GroupPlace(GroupVersion.V1, own, own));
            return;
        }
        for (Path above = own; above != null && above.startsWith(mount.point()); above = above.getParent()) {
            Path passedOn = above.resolve("cgroup.subtree_control");
            if (Files.exists(passedOn)
                    && words(Files.readString(passedOn).strip(), " ").anyMatch(CONTROLLER::equals)) {
                places.add(new GroupPlace(GroupVersion.V2, own, above));
            }
        }
    }

    private static Stream<String> words(String text, String separator) {
        return Arrays.stream(text.split(separator, -1));
    }

    /**
     * A hierarchy of groups.
     *
     * @param root which group is at its top
     * @param point where it is mounted
     */
    private record Mount(GroupVersion version, String root, Path point) {
        /** Returns what a line tells if it is a hierarchy that can have quotas. */
        static Stream<Mount> parse(String line) {
            String[] halves = line.split(" - ", 2);
            String[] left = halves[0].split(" ", -1);
            String[] right = halves.length < 2 ? new String[0] : halves[1].split(" ", -1);
            if (left.length < 5 || right.length < 3) {
                return Stream.empty();
            }
            return version(right[0], right[2]).map(version -> new Mount(version, left[3], Path.of(left[4])));
        }

        private static Stream<GroupVersion> version(String type, String options) {
            if (type.equals("cgroup2")) {
                return Stream.of(GroupVersion.V2);
            }
            return type.equals("cgroup") && words(options, ",").anyMatch(CONTROLLER::equals)
                    ? Stream.of(GroupVersion.V1)
                    : Stream.empty();
        }

        /** Returns the folder of this process's group, if a line tells its group in this hierarchy. */
        Optional<Path> folder(String line) {
            String[] fields = line.split(":", 3);
            boolean isOurs = version == GroupVersion.V2
                    ? fields[1].isEmpty()
                    : words(fields[1], ",").anyMatch(CONTROLLER::equals);
            // A path upwards leads out of what this process can see.
            if (!isOurs || fields[2].contains("/..") || root.contains("/..")) {
                return Optional.empty();
            }
            Path group = Path.of(fields[2]);
            String path = group.startsWith(root) ? fields[2].substring(root.length()) : fields[2];
            return Optional.of(point.resolve(path.startsWith("/") ? path.substring(1) : path));
        }
    }
}
