package dev.ropewalk.actor;

import java.util.List;

/**
 * One ref in front of many actors, the routees. A message goes straight to a routee's mailbox, in the sender's thread, without
 * waiting in one of the router's: so from one sender to one routee the order is kept, and all forms of sending mean what they
 * mean with the routee that is chosen.
 *
 * <p>A routee that stops is taken out; a message that would have gone to it goes to the next. Without routees all messages
 * become dead letters.
 *
 * <p>With {@link Routing#broadcast()}, {@code tryTell} and the timed {@code tell} return whether all routees took the message;
 * when not, some may have it. {@code tell} throws after all others have the message, and {@code tellAsync} completes when all
 * have it. {@code ask} sends one message to all and gives the first answer; it fails before the time is up only when every
 * routee has failed or stopped, or has a full mailbox: a thread doesn't wait for room in this case.
 *
 * <p>A router is an actor: it has a path, is stopped and watched like any other, and its parent supervises it. A router that
 * spawned its routees is their parent: it treats their failures as its own parent would, stopping it stops them, and when it is
 * restarted because of an {@linkplain Directive#ESCALATE escalated} failure it spawns fresh ones. A router that was given its
 * routees leaves them alone when it stops. Both stop by themselves when the last routee has.
 *
 * @param <M> the type of the messages
 */
public interface Router<M> extends ActorRef<M> {
    /** Returns the routees, oldest first: a snapshot. */
    List<ActorRef<M>> routees();

    /**
     * Changes the number of routees; those that have stopped are replaced. Surplus ones get no more messages by this router,
     * handle what waits in their mailboxes, then stop. A message that another thread sends at this moment may come too late
     * for that, and becomes a dead letter.
     *
     * <p>New routees are made in the calling thread; what their factory throws is thrown on, and those made before it remain.
     *
     * @param size at least 1
     * @throws IllegalArgumentException if it is less
     * @throws IllegalStateException if the router is stopping
     * @throws UnsupportedOperationException if the router didn't spawn its routees
     */
    void resize(int size);
}
