package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What an actor can do beside handling messages. It belongs to its actor: only the actor's own code may call it, while it
 * handles a message or is made. {@link #self()} and {@link #system()} may be called by any thread.
 *
 * @param <M> the type of the actor's messages
 */
public interface ActorContext<M> extends ActorSpawner {
    /** Returns the actor's own ref. */
    ActorRef<M> self();

    /** Returns the system that the actor lives in. */
    ActorSystem system();

    /** Returns the scheduler that runs the actor. */
    Scheduler scheduler();

    /** Returns a logger named after the actor's behaviour, or after this package if that is a lambda. */
    System.Logger logger();

    /** Returns the living children, oldest first. */
    List<ActorRef<?>> children();

    /** Returns the living child with a name. */
    Optional<ActorRef<?>> child(String name);

    /** Stops this actor after the current message. What waits in the mailbox becomes dead letters. */
    void stop();

    /**
     * Stops a child after its current message.
     *
     * @throws IllegalArgumentException if it isn't a child of this actor
     */
    void stop(ActorRef<?> child);

    /**
     * Watches an actor: this one gets {@link Terminated} when it has stopped. Watching twice is watching once. A watch outlives
     * a restart, unless it is of a child.
     */
    void watch(ActorRef<?> actor);

    /** Watches an actor: this one gets the message when it has stopped. Replaces an earlier watch of the same actor. */
    void watch(ActorRef<?> actor, M message);

    /** Ends a watch; a notice that waits in the mailbox is dropped. */
    void unwatch(ActorRef<?> actor);

    /** Returns the actor's timers. */
    Timers<M> timers();

    /** Returns the actor's stash. */
    Stash<M> stash();

    /**
     * Handles further messages with another behaviour, in place of the current one. Signals and hooks stay with the behaviour
     * that the factory made, and a restart begins with another from there.
     */
    void become(Actor<M> behaviour);

    /** Handles further messages with another behaviour until {@link #unbecome}. */
    void becomeStacked(Actor<M> behaviour);

    /**
     * Goes back to the behaviour before the last {@link #becomeStacked}.
     *
     * @throws IllegalStateException if there is none
     */
    void unbecome();

    /**
     * Sends this actor a message when a stage completes, so that the result is handled like any message.
     *
     * @param message makes the message from the result, which may be null, or from the exception; runs in whatever thread
     *     completes the stage
     */
    <T> void pipeToSelf(
            CompletionStage<T> stage,
            BiFunction<? super @Nullable T, ? super @Nullable Throwable, ? extends M> message);
}
