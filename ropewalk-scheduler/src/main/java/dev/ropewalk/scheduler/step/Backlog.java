package dev.ropewalk.scheduler.step;

/** Where messages, elements or tasks wait: a mailbox, a stash, the buffer of a channel, the queue of an executor. Its text names it. */
public interface Backlog {
    /**
     * Returns how many wait, up to a bound. Called by the thread that has {@linkplain Notes#grown told} of one more, within that call, or when
     * no party of the simulation runs.
     */
    int waiting(int most);
}
