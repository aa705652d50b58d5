package dev.ropewalk.cluster.pekko.shard;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.pekko.pattern.AskTimeoutException;
import org.jspecify.annotations.Nullable;

/** Asks who owns a shard, again and again, until one of the questions is answered. They don't wait for each other: where nodes are far apart an answer comes when others have been asked already. */
final class Search {
    /** How long one question may take. */
    static final Duration PATIENCE = Duration.ofSeconds(1);

    /** How far two questions are apart. Pekko drops those that wait while a shard moves, so this is about how long entities pause then. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Supplier<? extends CompletionStage<Object>> question;
    private final Supplier<Optional<String>> obstacle;
    private final LongSupplier clock;
    private final Departure.Timer timer;
    private final long end;
    private final CompletableFuture<Object> answer = new CompletableFuture<>();

    /**
     * Asks nobody yet.
     *
     * @param question asks once
     * @param obstacle says why it is in vain to ask again; empty if it isn't
     * @param within how long it goes on
     * @param clock in nanoseconds
     */
    Search(
            Supplier<? extends CompletionStage<Object>> question,
            Supplier<Optional<String>> obstacle,
            Duration within,
            LongSupplier clock,
            Departure.Timer timer) {
        this.question = question;
        this.obstacle = obstacle;
        this.clock = clock;
        this.timer = timer;
        end = clock.getAsLong() + within.toNanos();
    }

    /** Returns what completes with the first answer, or fails as the first question does whose failure doesn't pass. */
    CompletionStage<Object> begin() {
        guarded(this::ask);
        return answer;
    }

    private void ask() {
        var ignored = question.get().whenComplete(this::answered);
        if (!answer.isDone()) {
            timer.after(PAUSE, () -> guarded(this::askAgain));
        }
    }

    private void askAgain() {
        if (answer.isDone()) {
            return;
        }
        Optional<String> vain = obstacle.get();
        if (vain.isPresent()) {
            answer.completeExceptionally(new IllegalStateException(vain.get()));
        } else if (clock.getAsLong() - end >= 0) {
            answer.completeExceptionally(new AskTimeoutException("no question was answered in time"));
        } else {
            ask();
        }
    }

    private void answered(@Nullable Object found, @Nullable Throwable failure) {
        if (found != null) {
            answer.complete(found);
        } else if (failure != null && !mayPass(failure)) {
            answer.completeExceptionally(cause(failure));
        }
    }

    private void guarded(Runnable task) {
        try {
            task.run();
        } catch (Throwable thrown) {
            answer.completeExceptionally(thrown); // nobody would ask again
        }
    }

    /** Whether another question may be answered. */
    static boolean mayPass(Throwable failure) {
        return cause(failure) instanceof AskTimeoutException;
    }

    static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
