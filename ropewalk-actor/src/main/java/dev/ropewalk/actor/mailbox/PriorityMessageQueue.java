package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.base.StackRoom;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** A queue whose smallest message is due first. */
final class PriorityMessageQueue<M> extends MessageQueue<M> {
    private final PriorityLane<M> lane;

    PriorityMessageQueue(MailboxOwner<M> owner, Mailbox<? super M> mailbox, Comparator<? super M> order) {
        super(owner, mailbox);
        this.lane = new PriorityLane<>(order);
    }

    @Override
    void send(Object sent) {
        StackRoom.require();
        lane.put(sent);
        announce();
    }

    @Override
    boolean trySend(Object sent) {
        send(sent);
        return true;
    }

    @Override
    @Nullable
    Object takeOrdinary() {
        return lane.take();
    }
}
