package dev.ropewalk.cluster.store;

import dev.ropewalk.base.Nulls;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a store has of an entity.
 *
 * @param version how often it was saved; zero if it never was
 * @param state as it was saved last; empty if it never was
 * @param outbox messages that weren't delivered, in the order of their numbers
 * @param <S> the type of the state
 * @param <O> the type of the messages
 */
public record StoredState<S, O>(long version, Optional<S> state, List<OutboxMessage<O>> outbox) {
    /** Checks them. */
    public StoredState {
        Objects.requireNonNull(state, "state");
        outbox = Nulls.copy(outbox, "outbox");
        if (version < 0 || state.isPresent() != version > 0) {
            throw new IllegalArgumentException(
                    "there is a state if and only if the version is above zero, but it is " + version);
        }
    }

    /** Returns what a store has of an entity that was never saved. */
    public static <S, O> StoredState<S, O> none() {
        return new StoredState<>(0, Optional.empty(), List.of());
    }
}
