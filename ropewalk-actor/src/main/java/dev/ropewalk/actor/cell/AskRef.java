package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.AskTimeoutException;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
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
public final class AskRef<R> implements ActorRef<R> {
    final CompletableFuture<R> answer = new CompletableFuture<>();

    private final CellSystem system;
    private final String asked;

    AskRef(CellSystem system, String asked) {
        this.system = system;
        this.asked = asked;
    }

    /** Returns the answer to come. */
    public CompletableFuture<R> answer() {
        return answer;
    }

    /**
     * Ends the question when the time is up, or the system is closed.
     *
     * @param left of the time
     * @param timeout the whole time, as the asker has given it
     */
    void expireIn(Duration left, Duration timeout) {
        system.pendingAsks().add(answer, asked);
        var expiry = new Expiry(timeout);
        try {
            Timer timer = system.scheduler().schedule(system.timerStrand(), expiry, left);
            var ignored = answer.whenComplete((result, failure) -> timer.cancel());
        } catch (RejectedExecutionException closed) {
            expiry.abandon();
        }
    }

    /** Ends the question when the time is up, or when the scheduler has ended and there is no time any more. */
    private final class Expiry implements Abandonable {
        private final Duration timeout;

        Expiry(Duration timeout) {
            this.timeout = timeout;
        }

        @Override
        public void run() {
            system.completions().fail(answer, new AskTimeoutException(asked + " gave no answer within " + timeout));
        }

        @Override
        public void abandon() {
            system.completions()
                    .fail(answer, new ActorStoppedException(asked + " won't answer: its scheduler is closed"));
        }
    }

    @Override
    public void tell(R message) {
        tryTell(message);
    }

    @Override
    public boolean tryTell(R message) {
        Steps.before(StepKind.SUBMIT, this);
        return answer.complete(Objects.requireNonNull(message, "message"));
    }

    @Override
    public boolean tell(R message, Duration timeout) {
        Objects.requireNonNull(timeout, "timeout");
        return tryTell(message);
    }

    @Override
    public CompletableFuture<Void> tellAsync(R message) {
        tell(message);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public <S> CompletableFuture<S> ask(Function<? super ActorRef<S>, ? extends R> message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(timeout, "timeout");
        var reply = new AskRef<S>(system, path());
        reply.expireIn(timeout, timeout);
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
