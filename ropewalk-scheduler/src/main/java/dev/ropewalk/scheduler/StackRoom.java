package dev.ropewalk.scheduler;

/**
 * Makes sure that a few calls more fit on the stack of the calling thread.
 *
 * <p>A caller may be deep in a recursion. If its stack overflowed between two steps that belong together, such as taking a
 * lock and giving it back, the lock would be held for ever. So the overflow is provoked before the first step: whoever comes back
 * from here has more stack left than the steps need. The JVM checks at the entry of a method whether its frame fits; a
 * frame that fitted here fits later, too.
 *
 * <p>This costs some tens of nanoseconds. What is called more often, such as a submission, mends the overflow instead: see {@link
 * Mishaps}.
 */
final class StackRoom {
    /** Some 4 KiB as compiled, some 12 KiB as interpreted frames: each keeps eight values over the call. */
    private static final int CALLS = 40;

    /** Some 16 KiB and some 48 KiB. */
    private static final int CALLS_OF_POOL = 160;

    private StackRoom() {}

    /** @throws StackOverflowError if there is too little room */
    static void require() {
        if (descend(CALLS, 1, 2, 3, 4, 5, 6) == 0) {
            throw new AssertionError("the sum of positive numbers is zero");
        }
    }

    /**
     * Looks for as much as the JDK's common pool needs to take a task, and to make a thread for it.
     *
     * @throws StackOverflowError if there is too little room
     */
    static void requireForPool() {
        if (descend(CALLS_OF_POOL, 1, 2, 3, 4, 5, 6) == 0) {
            throw new AssertionError("the sum of positive numbers is zero");
        }
    }

    private static long descend(int calls, long a, long b, long c, long d, long e, long f) {
        if (calls == 0) {
            return a + b;
        }
        long below = descend(calls - 1, b, c, d, e, f, a);
        return below + (a ^ calls) + (b | c) + (d ^ e) + f;
    }
}
