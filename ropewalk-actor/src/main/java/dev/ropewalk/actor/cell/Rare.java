package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.mailbox.Intake;
import dev.ropewalk.actor.mailbox.Special;
import dev.ropewalk.actor.supervision.Children;
import dev.ropewalk.actor.supervision.GroupRestarts;
import dev.ropewalk.actor.supervision.RestartHistory;
import dev.ropewalk.actor.supervision.Watcher;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What most actors never need, so that an idle one stays small. Belongs to the actor: other threads read only the final
 * fields, and what is marked otherwise.
 *
 * @param <M> the type of the actor's messages
 */
public final class Rare<M> {
    private static final int FEW = 64;

    final ActorOptions<? super M> options;
    final @Nullable Intake<M> intake;

    /** Has a lock of its own. */
    volatile @Nullable Children children;

    /** The behaviour while the actor isn't active. */
    @Nullable
    Actor<M> paused;

    /** The behaviours below the current one. */
    @Nullable
    ArrayDeque<Actor<M>> below;

    /** Messages that came while the actor could not handle them, or that were put back, in the order in which they are due. */
    private ArrayDeque<Object> held = new ArrayDeque<>(0);

    private int mostHeld;

    /** How many messages are held; any thread may read it. */
    private volatile int heldCount;

    /** Whether a {@link Special.Drain} is on its way. */
    boolean draining;

    /** In the order in which they came, so that runs can be repeated. */
    final Set<Watcher> watchers = new LinkedHashSet<>(0);

    /** Whom this actor watches, and which message it wants then; empty for the signal. */
    final Map<Cell<?>, Optional<M>> watched = new LinkedHashMap<>(0);

    @Nullable
    ActorStash<M> stash;

    @Nullable
    ActorTimers<M> timers;

    /** The behaviour that the factory made, if another has taken its place. */
    @Nullable
    Actor<M> made;

    /** The restarts of this actor alone; kept by the parent. */
    public @Nullable RestartHistory restarts;

    /** The restarts of all children together; null unless they are restarted so. */
    public @Nullable GroupRestarts groupRestarts;

    /** In which of its parent's restarts of all children this actor was restarted last. */
    int round;

    /** The children whose failures have become this actor's. */
    final Map<Cell<?>, Throwable> escalated = new LinkedHashMap<>(0);

    long restartDelayNanos;

    /** How many messages this actor has sent that wait for room. */
    int waitingForRoom;

    Rare(ActorOptions<? super M> options, @Nullable Intake<M> intake) {
        this.options = options;
        this.intake = intake;
    }

    void hold(Object message) {
        held.addLast(message);
        counted();
    }

    void holdFirst(Object message) {
        held.addFirst(message);
        counted();
    }

    /** Takes the held message that is due, null if there is none. The memory of a long jam isn't kept. */
    @Nullable
    Object pollHeld() {
        Object first = held.poll();
        counted();
        if (held.isEmpty() && mostHeld > FEW) {
            held = new ArrayDeque<>(0);
            mostHeld = 0;
        }
        return first;
    }

    private void counted() {
        heldCount = held.size();
        mostHeld = Math.max(mostHeld, heldCount);
    }

    int heldCount() {
        return heldCount;
    }
}
