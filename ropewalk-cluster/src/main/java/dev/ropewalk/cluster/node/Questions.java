package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.base.Failures;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.RemoteFailureException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The questions of this node to others, by numbers, from when they are sent until they are answered or have failed: the other node tells by the number that a question fails there. */
final class Questions {
    private static final int MAX_TEXT = 1000;
    private static final byte FAILED = 0;
    private static final byte MAILBOX_FULL = 1;
    private static final byte STOPPED = 2;

    private final Executor aside;
    private final AtomicLong numbers = new AtomicLong();
    private final ConcurrentHashMap<Long, CompletableFuture<?>> waiting = new ConcurrentHashMap<>();

    /**
     * Makes none.
     *
     * @param aside runs what may be code of users
     */
    Questions(Executor aside) {
        this.aside = aside;
    }

    /** Returns what stands before a question, given what would before a message. */
    byte[] head(CompletableFuture<?> answer, byte[] head) {
        long number = numbers.incrementAndGet();
        waiting.put(number, answer);
        var ignored = answer.whenComplete((result, failure) -> waiting.remove(number));
        return Envelope.question(number, head);
    }

    /** Returns the answer that a question waits for; null if it is over, or none. */
    @Nullable
    CompletableFuture<?> answer(long number) {
        return waiting.get(number);
    }

    /** Returns how many wait. */
    int size() {
        return waiting.size();
    }

    /** Returns a record that tells the other node why a question fails here. */
    static byte[] failure(long number, String recipient, Throwable cause) {
        byte how = switch (cause) {
            case MailboxFullException full -> MAILBOX_FULL;
            case ActorStoppedException stopped -> STOPPED;
            default -> FAILED;
        };
        String text =
                how == FAILED ? recipient + " has failed at it: " + Failures.text(cause) : "" + cause.getMessage();
        return failure(number, how, text);
    }

    /** Returns a record that tells the other node that a question fails before anybody here has seen it. */
    static byte[] failure(long number, String text) {
        return failure(number, FAILED, text);
    }

    private static byte[] failure(long number, byte how, String text) {
        return Envelope.failed(number, how, text.substring(0, Math.min(MAX_TEXT, text.length())));
    }

    /** Another node says that a question fails there. */
    void failed(Node there, long number, byte how, String text) {
        CompletableFuture<?> answer = waiting.get(number);
        if (answer != null) {
            fail(answer, failure(there, how, "the question fails at " + there + ": " + text));
        }
    }

    private static RuntimeException failure(Node there, byte how, String text) {
        return switch (how) {
            case MAILBOX_FULL -> new MailboxFullException(text);
            case STOPPED -> new ActorStoppedException(text);
            default -> new RemoteFailureException(there, text);
        };
    }

    private void fail(CompletableFuture<?> answer, RuntimeException failure) {
        aside.execute(() -> answer.completeExceptionally(failure));
    }

    /** Fails all that wait: no answer comes here any more. */
    void end(String reason) {
        List.copyOf(waiting.values()).forEach(answer -> fail(answer, new ActorStoppedException(reason)));
    }
}
