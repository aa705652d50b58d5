package dev.ropewalk.pekko.across;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import org.apache.pekko.actor.Status;

/**
 * Asks an actor of Ropewalk for its senders.
 *
 * @param <Q> the type of the messages
 * @param <M> the type of the questions
 * @param <R> the type of the answers
 */
public final class AskingAdapter<Q, M, R> extends ToRopewalk<Q> {
    private final ActorRef<M> target;
    private final BiFunction<? super Q, ? super ActorRef<R>, ? extends M> question;
    private final Duration timeout;

    /** Makes an adapter. */
    public AskingAdapter(
            ActorSystem system,
            Class<Q> type,
            ActorRef<M> target,
            BiFunction<? super Q, ? super ActorRef<R>, ? extends M> question,
            Duration timeout) {
        super(system, type, target);
        this.target = target;
        this.question = question;
        this.timeout = timeout;
    }

    @Override
    void pass(Q message, org.apache.pekko.actor.ActorRef sender) {
        org.apache.pekko.actor.ActorRef self = getSelf();
        var _ = answer(message)
                .whenComplete((answer, failure) ->
                        sender.tell(failure == null ? answer : new Status.Failure(unwrapped(failure)), self));
    }

    private CompletableFuture<R> answer(Q message) {
        try {
            return target.<R>ask(replyTo -> question.apply(message, replyTo), timeout);
        } catch (RuntimeException failed) {
            return CompletableFuture.failedFuture(failed);
        }
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
