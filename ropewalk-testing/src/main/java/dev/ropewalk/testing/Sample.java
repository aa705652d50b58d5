package dev.ropewalk.testing;

/** How much a test does of what it could do for ever: a sample in each build, and more of it in the deep tests. */
public final class Sample {
    private static final boolean WHOLE =
            !System.getProperty("ropewalk.stress", "quick").equals("quick");

    private Sample() {}

    /** Returns the size of the sample, or with {@code -Dropewalk.stress=default} the size of the whole. */
    public static int of(int sample, int whole) {
        return WHOLE ? whole : sample;
    }
}
