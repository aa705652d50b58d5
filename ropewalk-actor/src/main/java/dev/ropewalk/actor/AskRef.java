package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

/**
 * The ref to which an answer is sent: the first message completes the future, the others are dropped.
 *
 * @param <R> the type of the answer
 */
final class AskRef<R> implements ActorRef<R> {
    final CompletableFuture<R> answer = new CompletableFuture<>();

    private final ActorSystem system;
    private final String asked;

    AskRef(ActorSystem system, String asked) {
        this.system = system;
        this.asked = asked;
    }

    /** Ends the question when the time is up, or the system is closed. */
    void expireIn(Duration timeout) {
        try {
            Timer timer = system.scheduler().schedule(system.timerStrand(), () -> expire(timeout), timeout);
            var ignored = answer.whenComplete((result, failure) -> timer.cancel());
        } catch (RejectedExecutionException closed) {
            systemClosed();
        }
        system.questions().add(this);
    }

    void systemClosed() {
        answer.completeExceptionally(new ActorStoppedException(asked + " won't answer: its system is closed"));
    }

    private void expire(Duration timeout) {
        answer.completeExceptionally(new AskTimeoutException(asked + " gave no answer within " + timeout));
    }

    @Override
    public void tell(R message) {
        tryTell(message);
    }

    @Override
    public boolean tryTell(R message) {
        return answer.complete(Objects.requireNonNull(message, "message"));
    }

    @Override
    public boolean tell(R message, Duration timeout) {
        return tryTell(message);
    }

    @Override
    public CompletableFuture<Void> tellAsync(R message) {
        tell(message);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public <S> CompletableFuture<S> ask(Function<? super ActorRef<S>, ? extends R> message, Duration timeout) {
        var reply = new AskRef<S>(system, path());
        reply.expireIn(timeout);
        tell(message.apply(reply));
        return reply.answer;
    }

    @Override
    public String path() {
        return asked + "/$answer";
    }

    @Override
    public String toString() {
        return "ActorRef[" + path() + "]";
    }
}
