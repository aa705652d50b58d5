package dev.ropewalk.lab.locality;

/**
 * The private state of an actor and what a message does to it: reads and writes at random positions. Used by one thread
 * at a time.
 *
 * <p>Positions and written bytes depend on the actor's random numbers only, and these begin anew with each iteration. So
 * from its second iteration on, an actor finds at each position what the iteration before wrote there last, and the
 * checksum of all it reads stays the same.
 */
class PrivateState {
    private final byte[] bytes;
    private final int accesses;
    private final long seed;
    private long random;
    private long checksum;

    PrivateState(int size, int accesses, long seed) {
        bytes = new byte[size];
        this.accesses = accesses;
        // The generator below would stay at zero for ever.
        this.seed = seed == 0 ? 1 : seed;
    }

    /** Returns the seed of an actor: SplitMix64's finaliser, so that neighbours have nothing in common. */
    static long seedOf(long seed, int actor) {
        long mixed = seed + (actor + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** Begins an iteration. */
    final void begin() {
        random = seed;
        checksum = 0;
    }

    /** Processes one message. */
    final void process() {
        byte[] state = bytes;
        long x = random;
        long sum = checksum;
        for (int k = accesses; k > 0; k--) {
            x = next(x);
            int position = position(x, state.length);
            sum = 31 * sum + state[position];
            state[position] = (byte) x;
        }
        random = x;
        checksum = sum;
    }

    /** Returns the random number after another one: Marsaglia's xorshift64. */
    static long next(long random) {
        long x = random;
        x ^= x << 13;
        x ^= x >>> 7;
        x ^= x << 17;
        return x;
    }

    /** Returns the position in a state of so many bytes that a random number stands for. */
    static int position(long random, int size) {
        return (int) (((random >>> 32) * size) >>> 32);
    }

    /** Returns the checksum of all bytes read in this iteration, in order. */
    final long checksum() {
        return checksum;
    }
}
