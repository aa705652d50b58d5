package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.supervision.InternalMessage;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The part of a mailbox that its strand can't be: a bound, an order, an urgent lane. The messages stand here, and for each a
 * {@link InternalMessage.Token} travels through the strand, or waits there while the actor is paused. The actor that handles a token takes
 * the message that is due by then.
 *
 * <p>Why each message is handled, and once: a message is put in before its token is sent, and comes out by an atomic step of
 * the queue. So there are at least as many messages as tokens at any time, a token always finds one, and when the last token
 * is handled no message is left. A subclass that takes messages out in another way must send as many tokens less.
 *
 * <p>Whether a scheduler that is closing takes a message is asked before that is put in; its token isn't refused any more. Were it
 * refused, the message would have to come out, while another one's token might have taken it: and then whose would that be? What
 * waits for room was there in time, and its token isn't refused either.
 *
 * <p>When the actor begins to stop, the queue is closed: a sender that sees that drops the message. A sender that doesn't has put it
 * in before the queue was closed, where the closing thread finds it, or looks again afterwards and empties the queue itself. Tokens that
 * are left find nothing.
 *
 * @param <M> the type of the actor's messages
 */
public abstract class MessageQueue<M> {
    final MailboxOwner<M> owner;
    private final @Nullable Predicate<? super M> urgent;
    private final ConcurrentLinkedQueue<Object> urgentLane = new ConcurrentLinkedQueue<>();
    private final DropReports drops;
    private volatile boolean closed;

    MessageQueue(MailboxOwner<M> owner, Mailbox<? super M> mailbox) {
        this.owner = owner;
        this.drops = new DropReports(owner);
        this.urgent = mailbox.urgent().orElse(null);
    }

    // Sending, in the forms of ActorRef; what is sent may be an Asked

    public final void tell(Object sent) {
        Steps.before(StepKind.SUBMIT, owner.strand);
        if (takesNothing()) {
            owner.drop(sent, DeadLetter.Reason.STOPPED);
        } else if (!tellUrgent(sent)) {
            send(sent);
        }
    }

    public final boolean tryTell(Object sent) {
        Steps.before(StepKind.SUBMIT, owner.strand);
        return !takesNothing() && (tellUrgent(sent) || trySend(sent));
    }

    public final boolean tell(Object sent, Duration timeout) {
        Steps.before(StepKind.SUBMIT, owner.strand);
        return !takesNothing() && (tellUrgent(sent) || send(sent, timeout));
    }

    /** Sends; where {@code tell} would have a thread wait, it waits at most so long. Returns whether the message is sent. */
    public final boolean tellWithin(Object sent, Duration timeout) {
        Steps.before(StepKind.SUBMIT, owner.strand);
        return !takesNothing() && (tellUrgent(sent) || sendWithin(sent, timeout));
    }

    public final CompletableFuture<Void> tellAsync(Object sent) {
        Steps.before(StepKind.SUBMIT, owner.strand);
        if (takesNothing()) {
            owner.drop(sent, DeadLetter.Reason.STOPPED);
        } else if (!tellUrgent(sent)) {
            return sendAsync(sent);
        }
        return CompletableFuture.completedFuture(null);
    }

    /** Sends a question; where {@code tell} would wait, at most so long. */
    public final void ask(Asked asked, Duration timeout) {
        Steps.before(StepKind.SUBMIT, owner.strand);
        if (takesNothing()) {
            asked.answer.completeExceptionally(new ActorStoppedException(owner.path()
                    + " has stopped, and won't answer "
                    + asked.text())); // the asker hasn't got the future yet, so that no callback runs here
            owner.drop(asked, DeadLetter.Reason.STOPPED);
        } else if (!tellUrgent(asked)) {
            sendAsked(asked, timeout);
        }
    }

    private boolean takesNothing() {
        return closed || !owner.isServed();
    }

    @SuppressWarnings("unchecked") // was sent as M
    private boolean tellUrgent(Object sent) {
        if (urgent == null || !urgent.test((M) Asked.unwrap(sent))) {
            return false;
        }
        StackRoom.require();
        urgentLane.add(sent);
        announce();
        return true;
    }

    abstract void send(Object sent);

    abstract boolean trySend(Object sent);

    boolean send(Object sent, Duration timeout) {
        return trySend(sent);
    }

    boolean sendWithin(Object sent, Duration timeout) {
        send(sent);
        return true;
    }

    CompletableFuture<Void> sendAsync(Object sent) {
        try {
            send(sent);
        } catch (MailboxFullException full) {
            return CompletableFuture.failedFuture(full);
        }
        return CompletableFuture.completedFuture(null);
    }

    void sendAsked(Asked asked, Duration timeout) {
        try {
            send(asked);
        } catch (MailboxFullException full) {
            asked.answer.completeExceptionally(full);
        }
    }

    /**
     * Sends a token for a message that was put in. The caller has made sure of the stack before it put the message in. If there is
     * no memory for the token, the message that is due comes out, so that none stays for which there is no token.
     */
    final void announce() {
        try {
            owner.deliver(InternalMessage.Token.ONE);
        } catch (OutOfMemoryError noMemory) {
            Object due = take();
            if (due != null) {
                owner.drop(due, DeadLetter.Reason.MAILBOX_FULL);
            }
            throw noMemory;
        }
        dropAllIfClosed();
    }

    // Taking

    /** Takes the message that is due, for a token; null if the queue is closed. */
    public final @Nullable Object take() {
        Object first = urgent == null ? null : urgentLane.poll();
        return first == null ? takeOrdinary() : first;
    }

    abstract @Nullable Object takeOrdinary();

    /** Returns whether a message waits for room. */
    public boolean hasWaiters() {
        return false;
    }

    // What was dropped

    /** Counts a message that was dropped because the mailbox is full. */
    public final void noteDrop() {
        drops.add();
    }

    /** Returns how many messages were dropped because the mailbox was full. */
    public final long dropped() {
        return drops.total();
    }

    /** Tells what hasn't been told yet of the messages that were dropped; returns whether there was anything. */
    public final boolean tellDrops() {
        return drops.tell();
    }

    // The end

    /** Makes dead letters of all messages, those that wait for room and those yet to come included. */
    public final void close() {
        closed = true;
        closing();
        dropAllIfClosed();
        drops.tell();
    }

    /** Called when the end has come, by any thread. */
    void closing() {}

    /** Returns whether the end has come. */
    final boolean isClosed() {
        return closed;
    }

    final void dropAllIfClosed() {
        if (!closed) {
            return;
        }
        for (Object sent = take(); sent != null; sent = take()) {
            owner.drop(sent, DeadLetter.Reason.STOPPED);
        }
    }

    final MailboxFullException full(int capacity) {
        return new MailboxFullException(
                "the mailbox of " + owner.shownPath() + " is full: it holds " + capacity + " messages");
    }
}
