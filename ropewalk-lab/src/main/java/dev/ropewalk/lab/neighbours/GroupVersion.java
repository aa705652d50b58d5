package dev.ropewalk.lab.neighbours;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The two versions of Linux's control groups, and how each writes a CPU quota. */
enum GroupVersion {
    /** A hierarchy of its own for the CPU. */
    V1("cpu.cfs_quota_us") {
        @Override
        void limit(Path group, double cores) throws IOException {
            Files.writeString(group.resolve("cpu.cfs_period_us"), String.valueOf(PERIOD_MICROS));
            Files.writeString(quotaFile(group), String.valueOf(quotaMicros(cores)));
        }

        @Override
        void lift(Path group) throws IOException {
            Files.writeString(quotaFile(group), "-1");
        }

        @Override
        OptionalLong throttledNanos(Path group) throws IOException {
            return statistic(group, "throttled_time");
        }
    },
    /** One hierarchy for everything. */
    V2("cpu.max") {
        @Override
        void limit(Path group, double cores) throws IOException {
            Files.writeString(quotaFile(group), quotaMicros(cores) + " " + PERIOD_MICROS);
        }

        @Override
        void lift(Path group) throws IOException {
            Files.writeString(quotaFile(group), "max " + PERIOD_MICROS);
        }

        @Override
        OptionalLong throttledNanos(Path group) throws IOException {
            OptionalLong micros = statistic(group, "throttled_usec");
            return micros.isPresent() ? OptionalLong.of(micros.getAsLong() * NANOS_PER_MICRO) : micros;
        }
    };

    /** What containers usually have. */
    private static final long PERIOD_MICROS = 100_000;

    private static final long NANOS_PER_MICRO = 1000;

    private final String quotaFile;

    GroupVersion(String quotaFile) {
        this.quotaFile = quotaFile;
    }

    /** Returns the file of a group that holds its quota; it exists if the group has a CPU controller. */
    final Path quotaFile(Path group) {
        return group.resolve(quotaFile);
    }

    /** Lets the processes of a group use so many cores in the mean, and no more. */
    abstract void limit(Path group, double cores) throws IOException;

    /** Ends the limit. */
    abstract void lift(Path group) throws IOException;

    /** Returns for how long the group has been held back by its quota so far, over all CPUs; empty if it isn't told. */
    abstract OptionalLong throttledNanos(Path group) throws IOException;

    private static long quotaMicros(double cores) {
        return Math.round(cores * PERIOD_MICROS);
    }

    private static OptionalLong statistic(Path group, String name) throws IOException {
        try (Stream<String> lines = Files.lines(group.resolve("cpu.stat"))) {
            return lines.filter(line -> line.startsWith(name + " "))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(name.length() + 1).strip()))
                    .findFirst();
        }
    }
}
