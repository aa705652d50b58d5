package dev.ropewalk.cluster;

/**
 * What a sender has counted whose messages are delivered at least once.
 *
 * @param handled how many messages the entity has handled, or were given up
 * @param waiting how many have been sent, or wait in line, that it hasn't handled
 * @param redelivered how many were sent again, each time
 */
public record ReliableStats(long handled, long waiting, long redelivered) {}
