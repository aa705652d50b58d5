package dev.ropewalk.cluster.store;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.EntityContext;
import java.util.concurrent.CompletionStage;

/**
 * What the entities of a type do: which effect a command has on a state. All of them share one, so it keeps no state of theirs. It is called in the entities, and must not
 * wait.
 *
 * @param <K> the type of the keys
 * @param <S> the type of the states, which don't change
 * @param <M> the type of the commands
 * @param <O> the type of the messages in the outboxes; {@link Void} if there are none
 */
public interface StateLogic<K, S, M, O> {
    /** Returns the state of an entity that was never saved. */
    S initial(K key);

    /**
     * Handles a command. The next one waits until the effect is durable.
     *
     * <p>What this throws is a failure of the entity. Nothing is saved then.
     *
     * @param state as it is in the store
     */
    Effect<S, O> handle(EntityContext<K, M> entity, S state, M command) throws Exception;

    /**
     * Sends a message of an outbox, of which the entity has stored that it is to be sent. An entity's messages are sent in their order, each when the one before was delivered. One that fails
     * is sent again, after 0.1 s at first, then after twice as long each time, up to 10 s.
     * So whoever gets it may get it again, and later; it knows it by the key and the number.
     *
     * @param from the key of the sender
     * @return completes when the message was delivered, and needn't be sent again. Most often it is the answer of whoever gets it
     */
    default CompletionStage<?> deliver(K from, OutboxMessage<O> message) {
        throw new UnsupportedOperationException(
                getClass().getName() + " sends messages, but doesn't say how they are delivered");
    }

    /** Returns the effect that changes nothing. */
    default Effect<S, O> none() {
        return Effect.none();
    }

    /** Returns the effect that saves a new state. */
    default Effect<S, O> save(S state) {
        return this.none().save(state);
    }

    /** Returns the effect that gives an answer. */
    default <R> Effect<S, O> answer(ActorRef<R> to, R answer) {
        return this.none().answer(to, answer);
    }
}
