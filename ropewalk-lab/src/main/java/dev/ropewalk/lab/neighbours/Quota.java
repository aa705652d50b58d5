package dev.ropewalk.lab.neighbours;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A control group of Linux that this process has made for itself, in which its CPU time can be limited. Processes that it starts
 * afterwards are in it, too. Used by one thread.
 */
final class Quota implements AutoCloseable {
    private static final String NAME = "ropewalk-lab-";
    private static final String MEMBERS = "cgroup.procs";
    private static final String ADVICE =
            "; run the lab as root where /sys/fs/cgroup can be written: on the machine itself or in a privileged container";

    private final GroupPlace place;
    private final Path group;

    private Quota(GroupPlace place, Path group) {
        this.place = place;
        this.group = group;
    }

    /** Returns why this process can't have a quota, and what could be done about it, empty if it can: it is tried out once. */
    static Optional<String> refusal() {
        return TriedOut.REFUSAL;
    }

    private static final class TriedOut {
        static final Optional<String> REFUSAL = here();

        private static Optional<String> here() {
            try {
                return tryOut(GroupPlace.find());
            } catch (IOException e) {
                return Optional.of(words(e));
            }
        }
    }

    /** Makes a group in one of some places, goes there and back, and removes it; returns why that isn't possible. */
    static Optional<String> tryOut(List<GroupPlace> places) {
        try (Quota _ = enter(places)) {
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(words(e));
        }
    }

    private static String words(IOException e) {
        return "no control group with a CPU quota can be made: " + e.getMessage() + ADVICE;
    }

    /** Makes a group without a limit, and moves this process there. */
    static Quota enter() throws IOException {
        return enter(GroupPlace.find());
    }

    private static Quota enter(List<GroupPlace> places) throws IOException {
        var failure = new IOException("this system has no control groups with a CPU controller for this process");
        for (GroupPlace place : places) {
            try {
                return enter(place);
            } catch (IOException e) {
                failure = new IOException(place.parent() + ": " + e, e);
            }
        }
        throw failure;
    }

    private static Quota enter(GroupPlace place) throws IOException {
        removeAbandoned(place.parent());
        long self = ProcessHandle.current().pid();
        var quota = new Quota(place, place.parent().resolve(NAME + self));
        remove(quota.group); // of a process of the same number that was killed
        Files.createDirectory(quota.group);
        try {
            if (!Files.exists(place.version().quotaFile(quota.group))) {
                throw new IOException(
                        "a group made there has no " + place.version().quotaFile(Path.of("")));
            }
            quota.lift();
            move(self, quota.group);
            return quota;
        } catch (IOException e) {
            quota.close();
            throw e;
        }
    }

    /** Removes the groups of processes that were killed before they could. */
    private static void removeAbandoned(Path parent) throws IOException {
        try (Stream<Path> groups = Files.list(parent)) {
            for (Path group : groups.filter(Quota::isAbandoned).toList()) {
                remove(group);
            }
        }
    }

    private static void remove(Path group) {
        try {
            Files.deleteIfExists(group);
        } catch (IOException e) {
            // A process is about to end there. The next lab removes what is left.
        }
    }

    private static boolean isAbandoned(Path group) {
        String name = group.getFileName().toString();
        return name.matches(NAME + "\\d+")
                && ProcessHandle.of(Long.parseLong(name.substring(NAME.length())))
                        .isEmpty();
    }

    private static void move(long process, Path group) throws IOException {
        Files.writeString(group.resolve(MEMBERS), String.valueOf(process));
    }

    /** Lets this process and those that it has started use so many cores in the mean, and no more. */
    void limit(double cores) throws IOException {
        place.version().limit(group, cores);
    }

    /** Ends the limit. */
    void lift() throws IOException {
        place.version().lift(group);
    }

    /** Returns for how long the processes were held back so far, over all CPUs; empty if the system doesn't tell. */
    OptionalLong throttledNanos() throws IOException {
        return place.version().throttledNanos(group);
    }

    /** Ends the limit, moves the processes back to where this one was, and removes the group. */
    @Override
    public void close() throws IOException {
        if (Files.exists(place.version().quotaFile(group))) {
            lift();
        }
        long self = ProcessHandle.current().pid();
        for (String member : members()) {
            long process = Long.parseLong(member);
            try {
                move(process, place.own());
            } catch (IOException e) {
                if (process == self) {
                    throw e;
                }
                // It has ended meanwhile.
            }
        }
        remove(group);
    }

    private List<String> members() throws IOException {
        Path file = group.resolve(MEMBERS);
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }
}
