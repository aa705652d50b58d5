package dev.ropewalk.journal.files;

/** What has happened since the journal was last in order. */
public enum Interruption {
    /** Only processes have ended. */
    PROCESSES_DIED,
    /** The machine has stopped. */
    MACHINE_STOPPED,
    /** One of the two. */
    UNKNOWN
}
