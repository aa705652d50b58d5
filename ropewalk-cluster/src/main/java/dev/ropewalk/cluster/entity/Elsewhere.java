package dev.ropewalk.cluster.entity;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.cell.Question;
import java.util.concurrent.CompletableFuture;

/**
 * Where messages to an entity go when this process doesn't own its shard any more.
 *
 * @param <M> the type of the messages
 */
public interface Elsewhere<M> extends ActorRef<M> {
    /** Sends a question, which is a message of this type; it was made and checked. */
    <R> CompletableFuture<R> ask(Question<R> question);
}
