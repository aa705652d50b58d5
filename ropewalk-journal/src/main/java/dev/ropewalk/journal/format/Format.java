package dev.ropewalk.journal.format;

/**
 * The formats of segments. Each segment says its own in its head, and has no other in it. The control file says which one new
 * segments have, and never goes back.
 */
public final class Format {
    /** A batch is a run of records, each with a header of its own. */
    public static final int RUNS = 1;
    /** A batch is a {@link Frame}. All else is as before. */
    public static final int FRAMES = 2;

    public static final int NEWEST = FRAMES;

    private Format() {}

    static boolean isKnown(int format) {
        return format >= RUNS && format <= NEWEST;
    }

    /** Refuses what isn't one of them. */
    public static void check(int format) {
        if (!isKnown(format)) {
            throw new IllegalArgumentException(
                    "the format of a journal is " + RUNS + " to " + NEWEST + ", not " + format);
        }
    }
}
