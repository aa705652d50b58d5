package dev.ropewalk.cluster;

import dev.ropewalk.actor.SendInterruptedException;
import java.util.concurrent.CompletableFuture;

/**
 * One sender to one entity, whose messages are delivered <em>at least once</em>: each is kept until the entity has handled it, and sent again when it was lost on its way, when the entity's node has failed, or
 * when the entity has stopped before it came to the message. {@link EntityRef#reliable()} makes one; keep it, and close it.
 *
 * <p>The entity handles the messages of a sender in the order in which they were told, whatever was lost. Each is handled once, but for these cases: the entity's node has failed, and took with it the news of what was handled last; or the
 * entity has ended with a message in its stash, where later ones that it had handled come again with that. An entity that can't bear this has to
 * tell by the message itself.
 *
 * <p>A message was handled when the entity's {@code receive} has returned or thrown, and the pauses are over that it began there. What the entity has put into its stash wasn't handled yet. A message with which the
 * entity has failed is not sent again, nor is one that can't be read where it comes: it would fail for ever. Only where memory has run out it is read again.
 *
 * <p>Messages wait in a window, which is bounded ({@link ReliableOptions}). When it is full {@link #tell} waits as {@link dev.ropewalk.actor.ActorRef#tell} does for a full mailbox. They wait in this process: what wasn't handled when it ends is lost. The senders of
 * an {@link Outbox} keep them on the disk.
 *
 * <p>Any thread may use it, and actors may.
 *
 * @param <K> the type of the key
 * @param <M> the type of the messages
 */
public interface ReliableRef<K, M> extends AutoCloseable {
    /** Returns the entity that this sends to. */
    EntityRef<K, M> entity();

    /**
     * Sends a message, to be delivered at least once. Waits while the window is full: a thread is parked, an actor is suspended after its current message.
     *
     * @throws dev.ropewalk.cluster.codec.EncodingException if it can't be sent to other nodes, and the entity is on one; if the entity is here, that is found out when it has moved, and told as a loss
     * @throws IllegalStateException if this or the cluster is closed
     * @throws SendInterruptedException if the calling thread is interrupted while it waits; the message isn't sent
     */
    void tell(M message);

    /**
     * Sends a message if there is room for it at once; returns whether it was sent.
     *
     * @throws dev.ropewalk.cluster.codec.EncodingException as {@link #tell} does
     * @throws IllegalStateException if this or the cluster is closed
     */
    boolean tryTell(M message);

    /**
     * Sends a message as {@link #tell} does, and tells what became of it.
     *
     * @return completes when the entity has handled the message; exceptionally with an {@link EntityFailedException} if the entity's code has thrown, and with an {@link UndeliveredException} if the message
     *     was given up: it may have been handled, or not
     * @throws dev.ropewalk.cluster.codec.EncodingException as {@link #tell} does
     * @throws IllegalStateException if this or the cluster is closed
     * @throws SendInterruptedException as {@link #tell} does
     */
    CompletableFuture<Void> deliver(M message);

    /** Returns a future that completes when everything was handled, or given up, that was sent until now. */
    CompletableFuture<Void> delivered();

    /** Returns what was counted. The numbers are read one after another, while messages go on. */
    ReliableStats stats();

    /**
     * Takes no more messages. It doesn't wait, and takes nothing back: what was sent is delivered as before, and then this ends. Wait for {@link #delivered} before the cluster is closed: what
     * wasn't handled by then is given up, and told as a loss.
     */
    @Override
    void close();
}
