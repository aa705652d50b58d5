package dev.ropewalk.channel.core;

/**
 * The uncaught exception handler of a thread that is a process of a scope. Snapshots tell since when such a thread waits, so its
 * waits note when they begin.
 */
public interface ProcessHandler extends Thread.UncaughtExceptionHandler {}
