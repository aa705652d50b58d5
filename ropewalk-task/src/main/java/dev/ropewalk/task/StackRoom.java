package dev.ropewalk.task;

/**
 * Makes sure that some calls more fit on the stack of the calling thread, before the first of steps that belong together, such as taking
 * waiting tasks out and interrupting those that run. The JVM checks at the entry of a method whether its frame fits; a frame that
 * fitted here fits later, too. This costs some 200 nanoseconds, too much for what is called for each task.
 */
final class StackRoom {
    /** Some 8 KiB as compiled, some 20 KiB as interpreted frames. */
    private static final int CALLS = 80;

    private StackRoom() {}

    /** @throws StackOverflowError if there is too little room */
    static void require() {
        if (descend(CALLS, 1, 2, 3, 4, 5, 6) == 0) {
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
