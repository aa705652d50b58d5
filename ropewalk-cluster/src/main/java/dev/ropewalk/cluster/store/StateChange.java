package dev.ropewalk.cluster.store;

import dev.ropewalk.base.Nulls;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What is to be saved of an entity in one transaction.
 *
 * @param expectedVersion the version that the store must have: zero if it must have none
 * @param state the new state
 * @param messages to be added to the outbox
 * @param <S> the type of the state
 * @param <O> the type of the messages
 */
public record StateChange<S, O>(long expectedVersion, S state, List<OutboxMessage<O>> messages) {
    /** How many messages a change may have. */
    public static final int MAX_MESSAGES = 1 << 16;

    /** Checks the parts. */
    public StateChange {
        Objects.requireNonNull(state, "state");
        messages = Nulls.copy(messages, "messages");
        if (expectedVersion < 0) {
            throw new IllegalArgumentException("expectedVersion must not be negative, but is " + expectedVersion);
        }
    }

    /** Returns a change whose messages have numbers above those of all changes of earlier versions. */
    static <S, O> StateChange<S, O> numbered(long expectedVersion, S state, List<O> messages) {
        if (messages.size() > MAX_MESSAGES) {
            throw new IllegalArgumentException(
                    "a change may have " + MAX_MESSAGES + " messages, but has " + messages.size());
        }
        List<OutboxMessage<O>> numbered = new ArrayList<>(messages.size());
        for (O message : messages) {
            numbered.add(new OutboxMessage<>(expectedVersion * MAX_MESSAGES + numbered.size(), message));
        }
        return new StateChange<>(expectedVersion, state, numbered);
    }

    /** Returns the version of the new state. */
    public long newVersion() {
        return expectedVersion + 1;
    }
}
