package dev.ropewalk.actor;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The actors of a program: a tree. */
public final class ActorSystem implements ActorSpawner, AutoCloseable {
    private ActorSystem() {}

    /** Returns a system with a scheduler of its own, which is closed with it. */
    public static ActorSystem create(String name) {
        return builder(name).build();
    }

    /** Returns a builder of systems. */
    public static ActorSystemBuilder builder(String name) {
        return new ActorSystemBuilder(name);
    }

    @Override
    public <M> ActorRef<M> spawn(ActorOptions<? super M> options, ActorFactory<M> factory) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <M> ActorRef<M> spawnBlocking(ActorOptions<? super M> options, BlockingActor<M> actor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T proxy(ActorOptions<Object> options, Class<T> type, Supplier<? extends T> target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <M> Router<M> spawnRouter(
            ActorOptions<? super M> options, Routing<? super M> routing, int size, ActorFactory<M> routee) {
        throw new UnsupportedOperationException();
    }

    /** Returns a router in front of actors that exist. */
    public <M> Router<M> routerOf(Routing<? super M> routing, List<ActorRef<M>> routees) {
        throw new UnsupportedOperationException();
    }

    /** Stops an actor after its current message, and its children before it. What waits in its mailbox becomes dead letters. */
    public void stop(ActorRef<?> actor) {
        throw new UnsupportedOperationException();
    }

    /** Returns a future that completes when the actor has stopped. */
    public CompletableFuture<Void> whenStopped(ActorRef<?> actor) {
        throw new UnsupportedOperationException();
    }

    /** Returns the event stream. */
    public EventStream events() {
        throw new UnsupportedOperationException();
    }

    /** Returns the receptionist. */
    public Receptionist receptionist() {
        throw new UnsupportedOperationException();
    }

    /** Returns the scheduler that runs the actors. */
    public Scheduler scheduler() {
        throw new UnsupportedOperationException();
    }

    /** Returns the name. */
    public String name() {
        throw new UnsupportedOperationException();
    }

    /** Waits until no actor has anything to do, at most so long; then stops them all. */
    public ActorCloseReport close(Duration timeout) {
        throw new UnsupportedOperationException();
    }

    /** Closes with a timeout of 30 seconds; what was left is logged as a warning. */
    @Override
    public void close() {
        close(Duration.ofSeconds(30));
    }
}
