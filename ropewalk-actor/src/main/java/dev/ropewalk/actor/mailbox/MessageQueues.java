package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Makes the queue for each kind of mailbox. */
public final class MessageQueues {
    private MessageQueues() {}

    /** Returns the queue for a mailbox, null if the strand is all it needs. */
    public static <M> @Nullable MessageQueue<M> of(MailboxOwner<M> owner, Mailbox<? super M> mailbox) {
        OverflowPolicy policy = mailbox.overflowPolicy().orElse(null);
        if (policy != null) {
            return switch (policy) {
                case BLOCK -> new WaitingMessageQueue<>(owner, mailbox);
                case DROP_OLDEST -> new SlidingMessageQueue<>(owner, mailbox);
                case DROP_NEWEST, FAIL, DEAD_LETTER -> new RefusingMessageQueue<>(owner, mailbox, policy);
            };
        }
        Comparator<? super M> order = mailbox.order().orElse(null);
        if (order != null) {
            return new PriorityMessageQueue<>(owner, mailbox, order);
        }
        return mailbox.urgent().isEmpty() ? null : new UnboundedMessageQueue<>(owner, mailbox);
    }
}
