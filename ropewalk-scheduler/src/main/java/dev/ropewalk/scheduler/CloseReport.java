package dev.ropewalk.scheduler;

/** What is known of something that was closed: the least that every report of this library tells. */
@FunctionalInterface
public interface CloseReport {
    /** Returns whether nothing was left undone. */
    boolean isComplete();
}
