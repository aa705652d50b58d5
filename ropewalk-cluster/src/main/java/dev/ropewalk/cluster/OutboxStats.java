package dev.ropewalk.cluster;

/**
 * What there is in an {@link Outbox}.
 *
 * @param entities to how many entities messages wait, or there are senders that aren't closed
 * @param waiting how many messages weren't handled. Messages to types that aren't hosted here are among them
 * @param unreadable how many messages were put aside that can't be read
 */
public record OutboxStats(long entities, long waiting, long unreadable) {}
