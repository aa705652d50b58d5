package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.BlockingActor;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Router;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.mailbox.Adapted;
import dev.ropewalk.actor.mailbox.Carried;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.actor.supervision.Watched;
import dev.ropewalk.actor.support.Fatal;
import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cell that is its own context: what an actor's code can do is the same for all kinds, but for what has to do with the way
 * in which they get their messages. One object instead of two keeps idle actors small.
 *
 * @param <M> the type of the messages
 */
abstract class ContextCell<M> extends Cell<M> implements ActorContext<M> {
    ContextCell(CellSystem system, @Nullable Cell<?> parent, ActorOptions<? super M> options) {
        super(system, parent, options);
    }

    @Override
    public final ActorRef<M> self() {
        return this;
    }

    @Override
    public final Scheduler scheduler() {
        return system().scheduler();
    }

    /** Returns whether the calling code is this actor's own: it handles a message, or is being made, or is its run. */
    abstract boolean isOwnCode();

    /**
     * Refuses all code but the actor's own.
     *
     * @throws IllegalStateException that names the calling thread and the thread that runs the actor
     */
    final void checkOwnCode(String method) {
        if (isOwnCode()) {
            return;
        }
        String runner = runner().map(thread -> "it runs in " + thread).orElse("it runs in no thread");
        throw new IllegalStateException(
                method + " of the context of " + path()
                        + " is for the actor's own code, but was called in " + Thread.currentThread()
                        + "; at this moment " + runner
                        + ". To come back into the actor from elsewhere, send it a message: by self(), pipeToSelf or a message adapter");
    }

    /** Returns the thread that runs this actor's code at this moment. */
    Optional<Thread> runner() {
        return strand.runner();
    }

    /** Tells of what a hook has thrown. */
    final void logFailureOf(String hook, Throwable thrown) {
        if (Fatal.is(thrown)) {
            system().raise(thrown);
            return;
        }
        system().logFailure(() -> hook + " of " + shownPath() + " failed", thrown);
    }

    @Override
    public final List<ActorRef<?>> children() {
        checkOwnCode("children");
        return List.copyOf(childCells());
    }

    @Override
    public final Optional<ActorRef<?>> child(String name) {
        checkOwnCode("child");
        Objects.requireNonNull(name, "name");
        return Optional.ofNullable(ensureChildren().named(name));
    }

    @Override
    public final void stop() {
        checkOwnCode("stop");
        sendSystem(new SystemMessage.Stop());
    }

    @Override
    public final void stop(ActorRef<?> child) {
        checkOwnCode("stop");
        Cell<?> cell = system().cellOf(Objects.requireNonNull(child, "child"));
        if (!equals(cell.parent)) {
            throw new IllegalArgumentException(child.path() + " isn't a child of " + path());
        }
        cell.sendSystem(new SystemMessage.Stop());
    }

    @Override
    public final void watch(ActorRef<?> actor, M message) {
        watch(actor, Optional.of(Objects.requireNonNull(message, "message")));
    }

    /** Watches an actor, for a message or for the signal. */
    final void watch(ActorRef<?> actor, Optional<M> message) {
        checkOwnCode("watch");
        Watched<?> target = system().watchedBehind(Objects.requireNonNull(actor, "actor"));
        cold().deathWatch.watch(this, target, message);
    }

    @Override
    public final void unwatch(ActorRef<?> actor) {
        checkOwnCode("unwatch");
        Watched<?> target = system().watchedBehind(Objects.requireNonNull(actor, "actor"));
        cold().deathWatch.unwatch(this, target);
    }

    @Override
    public final <T> void pipeToSelf(
            CompletionStage<T> stage,
            BiFunction<? super @Nullable T, ? super @Nullable Throwable, ? extends M> message) {
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(message, "message");
        CarriedContext context = captureFor(stage);
        var ignored = stage.handle((result, failure) -> {
            var piped = new Adapted(new Piped(result, failure), it -> message.apply(result, failure));
            sendResult(Carried.of(piped, context));
            return null;
        });
    }

    /** What a stage has ended with. */
    private record Piped(@Nullable Object result, @Nullable Throwable failure) {}

    /** Sends a result without ever waiting, since the thread that completes a stage has nothing to do with this mailbox. */
    private void sendResult(Object result) {
        try {
            var ignored = sendAsync(result).whenComplete((nothing, refusal) -> {
                if (refusal != null) {
                    drop(result, DeadLetter.Reason.MAILBOX_FULL);
                }
            });
        } catch (Throwable thrown) { // by code of the mailbox, or by the function, called for it
            sendSystem(new SystemMessage.Fail(thrown));
        }
    }

    @Override
    public final <T> void pauseUntil(
            CompletionStage<T> stage, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then) {
        checkOwnCode("pauseUntil");
        Objects.requireNonNull(stage, "stage");
        Objects.requireNonNull(then, "then");
        if (waitsInThread()) {
            throw new UnsupportedOperationException(
                    path() + " is a blocking actor: its code can wait for the stage itself, by join for instance");
        }
        StagePause.begin(this, stage, then);
    }

    @Override
    public final <U> ActorRef<U> messageAdapter(Function<? super U, ? extends M> adapt) {
        return new AdapterRef<>(this, adapt);
    }

    // Spawning

    @Override
    public final <N> ActorRef<N> spawn(ActorOptions<? super N> options, ActorFactory<N> factory) {
        checkOwnCode("spawn");
        return system().spawn(this, options, factory);
    }

    @Override
    public final <N> ActorRef<N> spawnBlocking(ActorOptions<? super N> options, BlockingActor<N> actor) {
        checkOwnCode("spawnBlocking");
        return system().spawnBlocking(this, options, actor);
    }

    @Override
    public final <T> T proxy(ActorOptions<Object> options, Class<T> type, Supplier<? extends T> target) {
        checkOwnCode("proxy");
        return system().proxy(this, options, type, target);
    }

    @Override
    public final <N> Router<N> spawnRouter(
            ActorOptions<? super N> options, Routing<? super N> routing, int size, ActorFactory<N> routee) {
        checkOwnCode("spawnRouter");
        return system().spawnRouter(this, options, routing, size, routee);
    }
}
