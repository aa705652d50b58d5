package dev.ropewalk.journal.store;

import java.util.concurrent.Executor;

/** What readers need to know about the writers of all processes. Where not said otherwise, calls come only from the {@link #thread}. */
public interface Sessions {
    /**
     * Returns whether one appender of all processes claims alone. Then no claim that another one has left open will be committed: an
     * appender gives its lock back after its last store. From any thread.
     */
    boolean probeTailAlone();

    /** Returns whether the writer session with this epoch may still write: its lock is held. */
    boolean probeAlive(int epoch);

    /** Returns whether {@link #fenceAll} is worth a try. */
    boolean canFence();

    /** Makes every thread of the machine pass a full memory barrier; returns false if the system can't. */
    boolean fenceAll();

    /** Returns the journal's own thread, which is never interrupted. */
    Executor thread();
}
