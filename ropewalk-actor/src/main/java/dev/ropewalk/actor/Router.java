package dev.ropewalk.actor;

import java.util.List;

/**
 * One ref in front of many actors. A message goes straight to the routee's mailbox, without waiting in one of the router's.
 *
 * @param <M> the type of the messages
 */
public interface Router<M> extends ActorRef<M> {
    /** Returns the routees: a snapshot. */
    List<ActorRef<M>> routees();

    /**
     * Changes the number of routees. Surplus ones handle what waits in their mailboxes, then stop.
     *
     * @param size at least 1
     * @throws UnsupportedOperationException if the router didn't spawn its routees
     */
    void resize(int size);
}
