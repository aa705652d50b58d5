package dev.ropewalk.lab.flow;

/** The ranges that are merged. */
final class Parts {
    private Parts() {}

    /** Returns where one of {@link Program#MERGED} ranges begins, and the one before ends. */
    static int from(int part, int elements) {
        return (int) ((long) part * elements / Program.MERGED);
    }
}
