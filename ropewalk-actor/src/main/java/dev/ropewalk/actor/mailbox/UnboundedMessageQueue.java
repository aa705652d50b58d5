package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.base.StackRoom;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A queue that is there for its urgent lane only. */
final class UnboundedMessageQueue<M> extends MessageQueue<M> {
    private final ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<>();

    UnboundedMessageQueue(MailboxOwner<M> owner, Mailbox<? super M> mailbox) {
        super(owner, mailbox);
    }

    @Override
    void send(Object sent) {
        StackRoom.require();
        queue.add(sent);
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
        return queue.poll();
    }
}
