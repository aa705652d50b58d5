package dev.ropewalk.journal;

/** What has happened since the journal was last in order. */
enum Interruption {
    /** Only processes have ended. */
    PROCESSES_DIED,
    /** The machine has stopped. */
    MACHINE_STOPPED,
    /** One of the two. */
    UNKNOWN
}
