package dev.ropewalk.cluster.reliable;

/**
 * A message that can't be read. It counts as lost when it is its turn: before that it may come again.
 *
 * @param why it can't be read
 * @param loss counts and tells that it is lost; throws nothing
 */
public record Unreadable(Throwable why, Runnable loss) {}
