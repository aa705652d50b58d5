package dev.ropewalk.cluster.store;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stages that complete after a time of a scheduler. When that is closed they never do: nobody waits any more. */
final class Delays {
    /** The first pause before another attempt. */
    static final Duration FIRST = Duration.ofMillis(100);

    private static final Duration LONGEST = Duration.ofSeconds(10);

    private final Scheduler scheduler;
    private final Strand strand;

    Delays(Scheduler scheduler) {
        this.scheduler = scheduler;
        this.strand = scheduler.newStrand();
    }

    /** Returns the pause after one. */
    static Duration next(Duration pause) {
        Duration doubled = pause.multipliedBy(2);
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }

    /** Returns what completes after a time. */
    CompletionStage<@Nullable Void> after(Duration delay) {
        var over = new CompletableFuture<@Nullable Void>();
        run(() -> over.complete(null), delay);
        return over;
    }

    /** Returns the strand on which times end. */
    Strand strand() {
        return strand;
    }

    /** Runs something on the strand after a time. */
    @Nullable
    Timer run(Runnable task, Duration delay) {
        try {
            return scheduler.schedule(strand, task, delay);
        } catch (RejectedExecutionException closing) {
            return null;
        }
    }

    /** Returns a stage that completes as another one does, or fails when the time is up; also if there is none, since making it has thrown. */
    <T> CompletionStage<T> within(
            Duration time, String otherwise, Supplier<? extends CompletionStage<? extends T>> stage) {
        var outcome = new CompletableFuture<T>();
        Timer timer =
                run(() -> outcome.completeExceptionally(new TimeoutException(otherwise + " within " + time)), time);
        try {
            var ignored = stage.get().whenComplete((result, failure) -> {
                if (timer != null) {
                    timer.cancel();
                }
                if (failure == null) {
                    outcome.complete(result);
                } else {
                    outcome.completeExceptionally(failure);
                }
            });
        } catch (Throwable thrown) { // also an error, or nobody would go on
            outcome.completeExceptionally(thrown);
        }
        return outcome;
    }

    /** Returns what a stage has failed with. */
    static Throwable causeOf(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
