package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.supervision.ActorLife;
import dev.ropewalk.actor.support.SystemServices;
import dev.ropewalk.scheduler.Placement;
import org.jspecify.annotations.Nullable;

/**
 * An actor as its mailbox sees it: where messages go that are taken, dropped or refused, and the actor as a sender that waits for
 * room in the mailbox of another.
 *
 * @param <M> the type of the messages
 */
public abstract class MailboxOwner<M> extends ActorLife<M> {
    protected MailboxOwner(SystemServices system, @Nullable ActorLife<?> parent, Placement placement) {
        super(system, parent, placement);
    }

    /** Puts a message, or what stands for one, at the end of the mailbox. */
    public abstract void deliver(Object message);

    /** Makes a dead letter of a message that won't be handled. */
    public abstract void drop(Object message, DeadLetter.Reason reason);

    /** Tells the asker that there will be no answer. */
    public abstract void fail(Asked asked, Throwable cause);

    /** Returns whether there is something that takes messages to this actor. */
    public boolean isServed() {
        return strand.isOpen();
    }

    /** Returns the waits for room of all actors of this system. */
    public abstract CapacityWaits waits();

    /**
     * Returns whether this actor's code runs in a thread that may be parked. The code of all others is suspended after the
     * current message instead.
     */
    public boolean waitsInThread() {
        return false;
    }

    /** Suspends this actor, whose code has sent a message that waits for room. */
    public abstract void suspendForRoom();

    /** One of the messages that this actor had sent is in. */
    public abstract void roomFound();
}
