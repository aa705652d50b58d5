package dev.ropewalk.scheduler.step;

/**
 * Marks the blocker of a thread that waits for work. It may wait for ever: a simulation in which all threads wait like this is
 * at rest, whereas one in which a thread waits for something else is deadlocked.
 */
public interface IdleWait {}
