package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.support.Completions;
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
    final Map<CompletableFuture<?>, String> open = new ConcurrentHashMap<>();

    private final Completions completions;
    private volatile boolean closed;

    public PendingAsks(Completions completions) {
        this.completions = completions;
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
        open.forEach(this::end);
    }

    private void end(CompletableFuture<?> answer, String asked) {
        open.remove(answer);
        completions.fail(answer, new ActorStoppedException(asked + " won't answer: its system is closed"));
    }
}
