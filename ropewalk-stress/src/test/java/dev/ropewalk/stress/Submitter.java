package dev.ropewalk.stress;

import java.util.SplittableRandom;

/**
 * One who submits to targets, be they strands or actors: it numbers what it sends to each in plain fields, so it must be one
 * thread, or itself a strand or an actor.
 */
final class Submitter {
    final SplittableRandom random;

    private final int id;
    private final long[] submitted;
    private final long[] checksums;

    Submitter(int id, int targets, SplittableRandom random) {
        this.id = id;
        this.random = random;
        this.submitted = new long[targets];
        this.checksums = new long[targets];
    }

    int id() {
        return id;
    }

    /** Returns the number of the next thing for a target. */
    long next(int target) {
        long number = ++submitted[target];
        checksums[target] += mix(id, number);
        return number;
    }

    long submittedTo(int target) {
        return submitted[target];
    }

    long checksumOf(int target) {
        return checksums[target];
    }

    static long mix(int submitter, long number) {
        long mixed = (number * 0x9E3779B97F4A7C15L) ^ (submitter * 0xC2B2AE3D27D4EB4FL);
        return mixed ^ (mixed >>> 29);
    }
}
