package dev.ropewalk.console.web;

/**
 * How long the last turns of something have taken. The longest of them doesn't count: classes were loaded for it, or the machine was busy. Not
 * thread-safe.
 */
final class LastCosts {
    private static final int MOST = 32;

    private final long[] nanos = new long[MOST];
    private long added;

    void add(long cost) {
        nanos[(int) (added++ % MOST)] = cost;
    }

    /** Returns the mean of the last ones without the longest; zero if there is no other. */
    long mean() {
        int count = (int) Math.min(added, MOST);
        long sum = 0;
        long longest = 0;
        for (int i = 0; i < count; i++) {
            sum += nanos[i];
            longest = Math.max(longest, nanos[i]);
        }
        return count < 2 ? 0 : (sum - longest) / (count - 1);
    }
}
