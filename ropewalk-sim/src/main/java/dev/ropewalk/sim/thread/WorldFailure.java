package dev.ropewalk.sim.thread;

import org.jspecify.annotations.Nullable;

/**
 * How a world has failed whose threads are about to end.
 *
 * @param message what happened
 * @param cause what was thrown, if anything
 */
public record WorldFailure(String message, @Nullable Throwable cause) {}
