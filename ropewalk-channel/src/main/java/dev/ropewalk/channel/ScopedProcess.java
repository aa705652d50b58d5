package dev.ropewalk.channel;

/** A process of a scope. */
public final class ScopedProcess {
    private ScopedProcess() {}

    /** Returns when a wait of the calling thread begins, or 0 if it is no process of a scope and nobody will ask. */
    static long startOfWait(Thread thread) {
        return 0;
    }
}
