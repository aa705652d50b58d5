package dev.ropewalk.stress;

import java.util.SplittableRandom;

/** One who submits tasks: it numbers those for each strand in plain fields, so it must be one thread, or itself a strand. */
final class StrandSubmitter {
    final SplittableRandom random;

    private final int id;
    private final long[] submitted;
    private final long[] checksums;

    StrandSubmitter(int id, int strands, SplittableRandom random) {
        this.id = id;
        this.random = random;
        this.submitted = new long[strands];
        this.checksums = new long[strands];
    }

    int id() {
        return id;
    }

    /** Returns the number of the next task for a strand. */
    long next(int strand) {
        long number = ++submitted[strand];
        checksums[strand] += mix(id, number);
        return number;
    }

    long submittedTo(int strand) {
        return submitted[strand];
    }

    long checksumOf(int strand) {
        return checksums[strand];
    }

    static long mix(int submitter, long number) {
        long mixed = (number * 0x9E3779B97F4A7C15L) ^ (submitter * 0xC2B2AE3D27D4EB4FL);
        return mixed ^ (mixed >>> 29);
    }
}
