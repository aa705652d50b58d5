package dev.ropewalk.cluster;

/**
 * What a sender has counted whose messages are delivered at least once.
 *
 * @param handled how many messages the entity has handled, or were given up
 * @param waiting how many have been sent, or wait in line, that it hasn't handled
 * @param redelivered how many were sent again, each time
 * @param stored how many of those that wait are on the disk only, in the {@link Outbox} that the sender is of, since the window is full; 0 without one
 */
public record ReliableStats(long handled, long waiting, long redelivered, long stored) {}
