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
        return missing();
    }

    @Override
    public <M> ActorRef<M> spawnBlocking(ActorOptions<? super M> options, BlockingActor<M> actor) {
        return missing();
    }

    @Override
    public <T> T proxy(ActorOptions<Object> options, Class<T> type, Supplier<? extends T> target) {
        return missing();
    }

    @Override
    public <M> Router<M> spawnRouter(
            ActorOptions<? super M> options, Routing<? super M> routing, int size, ActorFactory<M> routee) {
        return missing();
    }

    /** Returns a router in front of actors that exist. */
    public <M> Router<M> routerOf(Routing<? super M> routing, List<ActorRef<M>> routees) {
        return missing();
    }

    /** Stops an actor after its current message, and its children before it. What waits in its mailbox becomes dead letters. */
    public void stop(ActorRef<?> actor) {
        missing();
    }

    /** Returns a future that completes when the actor has stopped. */
    public CompletableFuture<Void> whenStopped(ActorRef<?> actor) {
        return missing();
    }

    /** Returns the event stream. */
    public EventStream events() {
        return missing();
    }

    /** Returns the receptionist. */
    public Receptionist receptionist() {
        return missing();
    }

    /** Returns the scheduler that runs the actors. */
    public Scheduler scheduler() {
        return missing();
    }

    /** Returns the name. */
    public String name() {
        return missing();
    }

    /** Waits until no actor has anything to do, at most so long; then stops them all. */
    public ActorCloseReport close(Duration timeout) {
        return missing();
    }

    /** Closes with a timeout of 30 seconds; what was left is logged as a warning. */
    @Override
    public void close() {
        close(Duration.ofSeconds(30));
    }

    @SuppressWarnings("TypeParameterUnusedInFormals")
    private static <T> T missing() {
        throw new UnsupportedOperationException("not built yet");
    }
}
