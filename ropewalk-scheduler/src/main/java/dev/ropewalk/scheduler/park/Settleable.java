package dev.ropewalk.scheduler.park;

/**
 * What a thread waits for with {@link Parking#await}. It is settled once: by another thread that gives something, or by the
 * waiting thread, which withdraws. The implementation must make the two exclude each other, as a compare-and-set does.
 */
public interface Settleable {
    /** Returns whether this is settled, by whichever side. */
    boolean isSettled();

    /** Settles this from the waiting side; returns false if it was settled before, so that there is something to take. */
    boolean withdraw();

    /** Returns what is waited for, as it ends the sentence "interrupted while waiting for ...". */
    String purpose();
}
