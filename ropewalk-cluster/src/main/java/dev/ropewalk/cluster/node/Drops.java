package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.base.Failures;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.link.Credit;
import dev.ropewalk.cluster.link.Link;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Messages that have come from another node, and aren't handled: they are counted and told; if one is a question, whoever has asked it is told. Any thread may use it. */
final class Drops {
    private final Link link;
    private final Consumer<MessageLoss> losses;
    private final LimitedLog log;
    private final Map<Reason, LongAdder> counts = new ConcurrentHashMap<>();

    Drops(Link link, Consumer<MessageLoss> losses, LimitedLog log) {
        this.link = link;
        this.losses = losses;
        this.log = log;
    }

    /** Returns the reason of a loss of what can't be read. */
    static Reason reasonOf(Throwable unreadable) {
        return unreadable instanceof MalformedFrameException ? Reason.MALFORMED : Reason.FAILED;
    }

    /** A message that has come isn't handled. */
    void add(String recipient, @Nullable Object message, Reason reason) {
        counts.computeIfAbsent(reason, r -> new LongAdder()).increment();
        losses.accept(new MessageLoss(Optional.of(link.peer()), recipient, Optional.ofNullable(message), reason));
    }

    /** A message that has come isn't handled; if it is a question, whoever has asked it is told. */
    void add(ByteBuffer whole, String recipient, @Nullable Object message, Reason reason) {
        try {
            add(recipient, message, reason);
        } finally {
            fail(whole, recipient, reason);
        }
    }

    /** A message that has come can't be read, or handed on. Whoever has asked is told that nobody has seen the question. */
    void add(ByteBuffer whole, String recipient, Reason reason, Throwable why) {
        try {
            add(recipient, null, reason);
        } finally {
            long question = Envelope.questionOf(whole);
            if (question != 0) {
                String flaw = reason == Reason.MALFORMED ? "read" : "handed on";
                tell(Questions.failure(
                        question, "it can't be " + flaw + " there, for " + recipient + ": " + Failures.text(why)));
            }
        }
    }

    private void fail(ByteBuffer whole, String recipient, Reason reason) {
        String text = recipient + " won't answer: " + reason;
        fail(
                Envelope.questionOf(whole),
                recipient,
                switch (reason) {
                    case MAILBOX_FULL -> new MailboxFullException(text);
                    case STOPPED, NO_RECIPIENT -> new ActorStoppedException(text);
                    default -> new IllegalStateException(reason.toString());
                });
    }

    /** Gives back credit when a message is taken up, or counts its loss. */
    void follow(CompletableFuture<?> taken, String recipient, Object message, Credit credit) {
        try {
            var ignored = taken.whenComplete((nothing, failure) -> {
                credit.giveBack();
                if (failure != null) {
                    add(recipient, message, isFull(failure) ? Reason.MAILBOX_FULL : Reason.STOPPED);
                }
            });
        } catch (OutOfMemoryError | StackOverflowError unfollowed) { // it has come all the same
            credit.giveBack();
        }
    }

    /** A router that tells many has the failure of one as the cause of its own. */
    private static boolean isFull(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof MailboxFullException;
    }

    /** Returns an answer to a question, by which the other node is told if it fails; null if a message is none. */
    @Nullable
    CompletableFuture<?> answerOf(ByteBuffer whole, String recipient) {
        long question = Envelope.questionOf(whole);
        if (question == 0) {
            return null;
        }
        var answer = new CompletableFuture<>();
        var ignored = answer.whenComplete((result, failure) -> {
            if (failure != null) {
                fail(question, recipient, failure);
            }
        });
        return answer;
    }

    private void fail(long question, String recipient, Throwable cause) {
        if (question != 0) {
            tell(Questions.failure(question, recipient, cause));
        }
    }

    private void tell(byte[] failure) {
        try {
            boolean ignored = link.control(failure); // false if that node is gone
        } catch (IllegalStateException tooMuch) {
            log.log(Level.WARNING, () -> link.peer() + " can't be told of a failure", tooMuch);
        }
    }

    /** Returns how many there were, by why. */
    Map<Reason, Long> counts() {
        Map<Reason, Long> all = new EnumMap<>(Reason.class);
        counts.forEach((reason, count) -> all.put(reason, count.sum()));
        return all;
    }
}
