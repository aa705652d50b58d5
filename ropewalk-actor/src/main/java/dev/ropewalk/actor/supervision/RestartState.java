package dev.ropewalk.actor.supervision;

import dev.ropewalk.actor.support.FailureText;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an actor's failures and restarts. {@link #ownRestarts} belongs to the parent's strand; all else belongs to the
 * actor's own strand.
 */
final class RestartState {
    private static final VarHandle FAILURES = VarHandles.of(MethodHandles.lookup(), "failures", int.class);
    private static final VarHandle RESTARTS = VarHandles.of(MethodHandles.lookup(), "restarts", int.class);

    /** The restarts of this actor alone. Made and used by the parent. */
    private @Nullable RestartHistory ownRestarts;

    /** The restarts of all children together; null unless they are restarted so. */
    private @Nullable GroupRestarts groupRestarts;

    /** The children whose failures have become this actor's. */
    private @Nullable Map<ActorLife<?>, Throwable> escalated;

    /** In which of its parent's restarts of all children this actor was restarted last. */
    int round;

    /** How often this actor has failed and how often it was restarted; other threads read that with opaque mode. */
    private int failures;

    private int restarts;

    /** What the actor has failed with last; any thread may read it. */
    private volatile @Nullable String lastFailure;

    /** How long the restart that is under way is delayed. */
    long delayNanos;

    void countFailure() {
        FAILURES.setOpaque(this, failures + 1);
    }

    int failures() {
        return (int) FAILURES.getOpaque(this);
    }

    /** Keeps the text of a failure. */
    void noteFailure(Throwable cause) {
        lastFailure = FailureText.of(cause);
    }

    @Nullable
    String lastFailure() {
        return lastFailure;
    }

    void countRestart() {
        RESTARTS.setOpaque(this, restarts + 1);
    }

    int restarts() {
        return (int) RESTARTS.getOpaque(this);
    }

    RestartHistory ownRestarts() {
        if (ownRestarts == null) {
            ownRestarts = new RestartHistory();
        }
        return ownRestarts;
    }

    GroupRestarts groupRestarts() {
        if (groupRestarts == null) {
            groupRestarts = new GroupRestarts();
        }
        return groupRestarts;
    }

    void addEscalated(ActorLife<?> child, Throwable cause) {
        if (escalated == null) {
            escalated = new LinkedHashMap<>();
        }
        escalated.put(child, cause);
    }

    /** Takes the children whose failures have become this actor's, each with its failure. */
    void takeEscalated(BiConsumer<ActorLife<?>, Throwable> action) {
        Map<ActorLife<?>, Throwable> taken = escalated;
        if (taken != null) {
            taken.forEach(action);
            escalated = null;
        }
    }

    /** Begins a restart, which is an end for the children as well. */
    void beginRestart(long delay) {
        escalated = null;
        groupRestarts = null;
        delayNanos = delay;
    }
}
