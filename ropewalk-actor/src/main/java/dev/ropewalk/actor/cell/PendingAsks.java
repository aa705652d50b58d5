package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.support.Completions;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The questions that wait for an answer: those that still do when the system is closed end with it, since the timers that
 * would have ended them may have ended before, and the actors that would have answered may be stuck.
 *
 * <p>Why none is forgotten: a question is added before its asker looks whether the system is closed, and the system is marked
 * as closed before the questions are looked through.
 */
@SuppressWarnings("CollectionUndefinedEquality") // asks which future it is
public final class PendingAsks {
    /** The futures, each with the path of the actor that was asked. */
    final Map<CompletableFuture<?>, String> open;

    private final Completions completions;
    private volatile boolean closed;

    public PendingAsks(Completions completions) {
        this.completions = completions;
        this.open = Steps.simulatedScheduler() == null
                ? new ConcurrentHashMap<>()
                : Collections.synchronizedMap(new LinkedHashMap<>()); // with the same order in every run
    }

    public void add(CompletableFuture<?> answer, String asked) {
        open.put(answer, asked);
        var ignored = answer.whenComplete((result, failure) -> open.remove(answer));
        if (closed) {
            end(answer, asked);
        }
    }

    /** Ends all questions, those yet to come included. */
    public void close() {
        closed = true;
        List.copyOf(open.entrySet()).forEach(question -> end(question.getKey(), question.getValue()));
    }

    private void end(CompletableFuture<?> answer, String asked) {
        open.remove(answer);
        completions.fail(answer, new ActorStoppedException(asked + " won't answer: its system is closed"));
    }
}
