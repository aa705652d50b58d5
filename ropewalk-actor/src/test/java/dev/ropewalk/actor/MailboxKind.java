package dev.ropewalk.actor;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A kind of mailbox that loses nothing while fewer than {@link #ENOUGH} messages wait. */
record MailboxKind(Mailbox<Object> mailbox) {
    static final int ENOUGH = 1_000_000;

    /** A message of one of several senders. */
    record Letter(int from, long number) {}

    static List<MailboxKind> all() {
        Mailbox<Object> priority = Mailbox.priority(Comparator.comparingInt(MailboxKind::priority));
        Mailbox<Object> blocking = Mailbox.bounded(10, OverflowPolicy.BLOCK);
        Mailbox<Object> sliding = Mailbox.bounded(ENOUGH, OverflowPolicy.DROP_OLDEST);
        List<Mailbox<Object>> mailboxes = List.of(
                Mailbox.unbounded(),
                Mailbox.unbounded().urgent(MailboxKind::isUrgent),
                priority,
                priority.urgent(MailboxKind::isUrgent),
                Mailbox.bounded(1, OverflowPolicy.BLOCK),
                blocking,
                blocking.urgent(MailboxKind::isUrgent),
                sliding,
                sliding.urgent(MailboxKind::isUrgent),
                Mailbox.bounded(ENOUGH, OverflowPolicy.DROP_NEWEST),
                Mailbox.bounded(ENOUGH, OverflowPolicy.FAIL),
                Mailbox.bounded(ENOUGH, OverflowPolicy.DEAD_LETTER));
        return mailboxes.stream().map(MailboxKind::new).toList();
    }

    private static boolean isUrgent(Object message) {
        return message instanceof Letter letter && letter.from() % 4 == 3;
    }

    /** Letters of one sender have the same priority, so that they keep their order. */
    private static int priority(Object message) {
        return message instanceof Letter letter ? letter.from() % 3 : 0;
    }

    /** Returns how many messages fit in without waiting. */
    int room() {
        return mailbox.overflowPolicy().equals(Optional.of(OverflowPolicy.BLOCK)) ? mailbox.capacity() : ENOUGH;
    }
}
