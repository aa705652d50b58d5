package dev.ropewalk.sim.choice;

/**
 * A generator of pseudo-random numbers, the same in each JVM and each version: SplitMix64 (Steele, Lea, Flood: Fast splittable
 * pseudorandom number generators, OOPSLA 2014). Its state is one word, so that a generator costs next to nothing to make for each
 * run. Not thread-safe.
 */
public final class SplitMix64 {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private long state;

    /** Makes a generator from any seed. */
    public SplitMix64(long seed) {
        state = seed;
    }

    /** Returns the seed of a run: another for each run of a campaign, and for each campaign. */
    public static long seedOf(long campaignSeed, long run) {
        return mix(mix(campaignSeed) + run * GOLDEN_GAMMA);
    }

    /** Returns 64 random bits. */
    public long next() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /** Returns a random number from 0 to {@code bound - 1}. The bias is at most {@code bound} in 2 to the 64th. */
    public int next(int bound) {
        return (int) Math.unsignedMultiplyHigh(next(), bound);
    }

    /** Returns a random number from 0 to {@code bound - 1}. */
    public long next(long bound) {
        return Math.unsignedMultiplyHigh(next(), bound);
    }

    private static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
