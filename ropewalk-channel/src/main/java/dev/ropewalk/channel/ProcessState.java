package dev.ropewalk.channel;

/** How far a process has come. */
public enum ProcessState {
    /** It has been spawned and hasn't ended. */
    RUNNING,
    /** It has ended and brought its result. */
    SUCCEEDED,
    /** It has thrown something that isn't the consequence of a cancellation. */
    FAILED,
    /** It was cancelled, and has ended for that reason. */
    CANCELLED
}
