package dev.ropewalk.scheduler;

/** A task that wants to know when its scheduler has ended without running it. */
interface Abandonable {
    /** Called once, instead of running. */
    void abandon();
}
