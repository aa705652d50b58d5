package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cell that is its own context: what an actor's code can do is the same for all kinds, but for what has to do with the way
 * in which they get their messages. One object instead of two keeps idle actors small.
 *
 * @param <M> the type of the messages
 */
abstract class ContextCell<M> extends Cell<M> implements ActorContext<M> {
    ContextCell(ActorSystem system, @Nullable Cell<?> parent, ActorOptions<? super M> options) {
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

    @Override
    public final List<ActorRef<?>> children() {
        return List.copyOf(childList());
    }

    @Override
    public final Optional<ActorRef<?>> child(String name) {
        return Optional.ofNullable(brood().named(name));
    }

    @Override
    public final void stop() {
        order(new Control.Stop());
    }

    @Override
    public final void stop(ActorRef<?> child) {
        Cell<?> cell = system().cellOf(child);
        if (!equals(cell.parent)) {
            throw new IllegalArgumentException(child.path() + " isn't a child of " + path());
        }
        cell.order(new Control.Stop());
    }

    @Override
    public final void watch(ActorRef<?> actor, M message) {
        watch(actor, Optional.of(message));
    }

    /** Watches an actor, for a message or for the signal. */
    final void watch(ActorRef<?> actor, Optional<M> message) {
        Cell<?> target = system().cellOf(actor);
        if (rare().watched.put(target, message) == null) {
            target.order(new Control.Watch(this));
        }
    }

    @Override
    public final void unwatch(ActorRef<?> actor) {
        Cell<?> target = system().cellOf(actor);
        if (rare().watched.remove(target) != null) {
            target.order(new Control.Unwatch(this));
        }
    }

    @Override
    public final <T> void pipeToSelf(
            CompletionStage<T> stage,
            BiFunction<? super @Nullable T, ? super @Nullable Throwable, ? extends M> message) {
        Objects.requireNonNull(message, "message");
        var ignored = stage.handle((result, failure) -> {
            try {
                tell(message.apply(result, failure));
            } catch (RuntimeException e) {
                system().log(Level.WARNING, "a result for " + path() + " could not be made a message", e);
            }
            return null;
        });
    }

    // Spawning

    @Override
    public final <N> ActorRef<N> spawn(ActorOptions<? super N> options, ActorFactory<N> child) {
        return system().spawn(this, options, child);
    }

    @Override
    public final <N> ActorRef<N> spawnBlocking(ActorOptions<? super N> options, BlockingActor<N> child) {
        return system().spawnBlocking(this, options, child);
    }

    @Override
    public final <T> T proxy(ActorOptions<Object> options, Class<T> type, Supplier<? extends T> target) {
        return system().proxy(this, options, type, target);
    }

    @Override
    public final <N> Router<N> spawnRouter(
            ActorOptions<? super N> options, Routing<? super N> routing, int size, ActorFactory<N> routee) {
        return system().spawnRouter(this, options, routing, size, routee);
    }
}
