package dev.ropewalk.actor;

import java.util.Objects;

/**
 * Messages were dropped because a mailbox was full: by {@link OverflowPolicy#DROP_NEWEST}, by {@link OverflowPolicy#DROP_OLDEST},
 * or because they were events of the event stream. Published on the {@linkplain ActorSystem#events() event stream}, and logged,
 * for each actor at the first drop and then at most once in 5 seconds; the counts of all its events add up to what was dropped. Before
 * a system that closes in time stops its actors, what is due is published and subscribers handle it.
 *
 * @param recipient whose mailbox was full
 * @param count how many were dropped since the last event about this actor
 * @param total how many were dropped since the actor was spawned
 */
public record MessagesDropped(ActorRef<?> recipient, long count, long total) {
    /** Refuses null. */
    public MessagesDropped {
        Objects.requireNonNull(recipient, "recipient");
    }
}
