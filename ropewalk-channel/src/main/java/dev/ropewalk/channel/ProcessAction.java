package dev.ropewalk.channel;

/** What a process does that brings no result. */
@FunctionalInterface
public interface ProcessAction {
    /**
     * Runs as a process, in a virtual thread of its own.
     *
     * @throws Exception whatever makes the process fail, and its scope with it
     */
    void run() throws Exception;
}
