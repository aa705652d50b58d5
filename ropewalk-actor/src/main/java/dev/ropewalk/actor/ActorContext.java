package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an actor can do beside handling messages. It belongs to its actor: only the actor's own code may call it, while it
 * handles a message or is made; all others get an {@link IllegalStateException} that names both threads. {@link #self()}, {@link
 * #system()}, {@link #scheduler()}, {@link #messageAdapter}, {@link #pipeToSelf} and {@link #ask} may be called by any thread.
 *
 * <p>What happens elsewhere, in a callback, another thread or another actor, comes back as a message:
 *
 * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="context" :
 * context.pipeToSelf(database.load(id), Loaded::new); // a CompletionStage; Loaded(row, failure)
 * context.ask(stock, Query::new, Duration.ofSeconds(1), Answered::new); // Answered(stock, failure)
 * prices.subscribe(context.messageAdapter(NewPrice::new)); // an ActorRef<Price>; NewPrice wraps a Price
 * }
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
     *
     * <p>An actor of another node of a cluster is watched in the same way, by a ref that has come from there. It has stopped, too, when its node is
     * no member any more, or this one isn't: that is said of a node that doesn't answer, so the actor may live on for a while. What it has sent to this actor before it
     * stopped comes first. An entity of a cluster isn't watched: its ref leads to the next one of its key when it has stopped.
     *
     * @throws IllegalArgumentException if it is no actor of this system, and none of another node
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
     * Has this actor handle no further message until a stage has completed, whatever with, and goes on with something in the actor then. The
     * messages wait in the mailbox, in their order, and count as before; a stop, a watch and a failure of a child are dealt with meanwhile. To be
     * called while a message is handled, which goes on, or while the behaviour is made. So a behaviour can load what it needs before it
     * begins:
     *
     * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="pause" :
     * Loading(ActorContext<Command> context, Database database) {
     *     context.pauseUntil(database.load(17), (row, failure) -> loaded = row);
     * }
     * }
     *
     * <p>A further call waits for that stage, too. A restart ends no wait, but what would have gone on doesn't run if the actor has failed or begun
     * to stop meanwhile. What it throws is a failure of the actor. The stage must not depend on another message to this actor.
     *
     * @param then is given the result, or what the stage has failed with; may pause again
     * @throws UnsupportedOperationException if this is a blocking actor, which waits for the stage itself
     */
    <T> void pauseUntil(CompletionStage<T> stage, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then);

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
     * Returns a ref to this actor for senders whose messages are of another type: each becomes one of this actor's. So an actor
     * uses the protocols of others, answers and listings for instance, without a child that translates. Any number may be made;
     * none needs to be given back. But one that is sent to another node of a cluster is kept until this actor has stopped: make it
     * once, rather than for each request. A ref of this kind is stopped and watched as the actor that it leads to, and can't be a routee.
     *
     * @param adapt makes a message of what was sent. It runs in the actor's own code, when that comes to the message, and what it
     *     throws is a failure of the actor; only for a {@link Mailbox} that orders or has an urgent lane it runs in the sender's
     *     thread, and the sender gets what it throws. It is kept over restarts: a function that touches the state of a behaviour
     *     would touch that of a former one
     */
    <U> ActorRef<U> messageAdapter(Function<? super U, ? extends M> adapt);

    /**
     * Asks an actor, and sends this one a message when the answer is there, or when there will be none.
     *
     * @param question makes the question, given the ref to answer to
     * @param timeout above zero
     * @param message makes the message from the answer, null if there is none, and from why there is none, else null; as {@link
     *     #pipeToSelf} says
     * @param <N> the type of the other actor's messages
     * @param <R> the type of the answer
     */
    default <N, R> void ask(
            ActorRef<N> actor,
            Function<? super ActorRef<R>, ? extends N> question,
            Duration timeout,
            BiFunction<? super @Nullable R, ? super @Nullable Throwable, ? extends M> message) {
        Objects.requireNonNull(actor, "actor");
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(message, "message");
        pipeToSelf(actor.<R>ask(question, timeout), message);
    }

    /**
     * Sends this actor a message when a stage completes, so that the result is handled like any message. The thread that
     * completes the stage never waits: for a full mailbox with {@link OverflowPolicy#BLOCK} the result waits by itself, and with
     * {@link OverflowPolicy#FAIL} it becomes a dead letter.
     *
     * @param message makes the message from the result, which may be null, or from the exception; runs where that of {@link
     *     #messageAdapter} does, and what it throws is a failure of this actor
     */
    <T> void pipeToSelf(
            CompletionStage<T> stage,
            BiFunction<? super @Nullable T, ? super @Nullable Throwable, ? extends M> message);
}
