package dev.ropewalk.pekko.across;

import dev.ropewalk.actor.AskTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.pattern.Patterns;
import org.jspecify.annotations.Nullable;

/** A question to an actor of Pekko. */
public final class PekkoAsk {
    private PekkoAsk() {}

    /** Refuses a timeout that isn't above zero. */
    public static void checkTimeout(Duration timeout) {
        if (Objects.requireNonNull(timeout, "timeout").isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout must be above zero, not " + timeout);
        }
    }

    /** Asks; failures are told as Ropewalk's actors tell them. */
    public static <R> CompletableFuture<R> ask(ActorRef target, Object message, Class<R> type, Duration timeout) {
        return Patterns.ask(target, message, timeout).toCompletableFuture().handle((answer, failure) -> {
            if (failure != null) {
                throw new CompletionException(translated(failure));
            }
            if (!type.isInstance(answer)) {
                throw new ClassCastException(
                        "the answer of " + target.path() + " is " + classOf(answer) + ", not " + type.getName());
            }
            return type.cast(answer);
        });
    }

    private static Throwable translated(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof org.apache.pekko.pattern.AskTimeoutException) {
            var late = new AskTimeoutException(String.valueOf(cause.getMessage()));
            late.initCause(cause);
            return late;
        }
        return cause;
    }

    private static String classOf(@Nullable Object answer) {
        return answer == null ? "null" : answer.getClass().getName();
    }
}
