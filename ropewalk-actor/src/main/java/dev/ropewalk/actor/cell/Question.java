package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.mailbox.Asked;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A question that was made and checked, and isn't sent yet.
 *
 * @param <R> the type of the answer
 */
public final class Question<R> {
    final Asked asked;
    private final Duration timeout;
    private final AskRef<R> reply;

    private Question(AskRef<R> reply, Object message, Duration timeout) {
        this.reply = reply;
        this.timeout = timeout;
        this.asked = new Asked(message, reply.answer);
    }

    /**
     * Makes a question.
     *
     * @param path of whom is asked
     * @param message makes the message
     * @throws IllegalArgumentException if the timeout isn't above zero
     */
    public static <R> Question<R> of(
            CellSystem system, String path, Function<? super ActorRef<R>, ?> message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(timeout, "timeout");
        if (!timeout.isPositive()) {
            throw new IllegalArgumentException("timeout must be above zero, but is " + timeout);
        }
        var reply = new AskRef<R>(system, path);
        return new Question<>(reply, Objects.requireNonNull(message.apply(reply), "the question is null"), timeout);
    }

    /** Returns the message. */
    public Object message() {
        return asked.message;
    }

    /** Returns how long the answer may take. */
    public Duration timeout() {
        return timeout;
    }

    /** Returns the answer to come, which has all its time left. */
    public CompletableFuture<R> answer() {
        return answerWithin(timeout);
    }

    /** Returns the answer, which has so much time left to come. */
    CompletableFuture<R> answerWithin(Duration left) {
        if (!reply.answer.isDone()) {
            reply.expireIn(left, timeout);
        }
        return reply.answer;
    }

    void fail(Throwable cause) {
        reply.answer.completeExceptionally(cause);
    }
}
