package dev.ropewalk.actor;

import java.util.function.Supplier;

/**
 * What can spawn actors: the {@link ActorSystem}, for actors at the top, and an {@link ActorContext}, for the children of an
 * actor.
 *
 * <p>Spawning makes the behaviour at once, in the calling thread; what the factory throws is thrown on, wrapped in an
 * {@link ActorCreationException} unless it is unchecked, and no actor comes to be.
 */
public interface ActorSpawner {
    /**
     * Spawns an actor.
     *
     * @throws IllegalArgumentException if a living sibling has the name
     * @throws IllegalStateException if the parent is stopping, or the system or its scheduler is closed
     */
    <M> ActorRef<M> spawn(ActorOptions<? super M> options, ActorFactory<M> factory);

    /** Spawns an actor with a name. */
    default <M> ActorRef<M> spawn(String name, ActorFactory<M> factory) {
        return spawn(ActorOptions.defaults().name(name), factory);
    }

    /** Spawns an actor without a name of its own. */
    default <M> ActorRef<M> spawn(ActorFactory<M> factory) {
        return spawn(ActorOptions.defaults(), factory);
    }

    /**
     * Spawns an actor that waits for its messages, on a virtual thread. Its placement has no meaning.
     *
     * @throws IllegalArgumentException if a living sibling has the name
     * @throws IllegalStateException if the parent is stopping, or the system or its scheduler is closed
     */
    <M> ActorRef<M> spawnBlocking(ActorOptions<? super M> options, BlockingActor<M> actor);

    /** Spawns a blocking actor with a name. */
    default <M> ActorRef<M> spawnBlocking(String name, BlockingActor<M> actor) {
        return spawnBlocking(ActorOptions.defaults().name(name), actor);
    }

    /** Spawns a blocking actor without a name of its own. */
    default <M> ActorRef<M> spawnBlocking(BlockingActor<M> actor) {
        return spawnBlocking(ActorOptions.defaults(), actor);
    }

    /**
     * Spawns an actor that is used through an interface: each call of a method is a message.
     *
     * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="interface" :
     * interface Savings {
     *     void deposit(long amount); // a tell: returns at once
     *
     *     CompletableFuture<Long> balance(); // an ask: completes when the actor has answered
     *
     *     default CompletableFuture<Boolean> isEmpty() { // runs in the caller
     *         return balance().thenApply(amount -> amount == 0);
     *     }
     * }
     * }
     *
     * {@snippet class="dev.ropewalk.actor.snippets.ActorSnippets" region="proxy" :
     * Savings savings = system.proxy("savings", Savings.class, SavingsAccount::new);
     * savings.deposit(5);
     * }
     *
     * <p>The implementation is a plain class that needs no lock, since one call runs at a time. It belongs to the actor, which
     * makes it anew on a restart. The proxy may be used by any thread, and says which actor it stands for when it is printed,
     * compared or hashed.
     *
     * <ul>
     *   <li>A method that returns {@code void} is a tell. What it throws is a failure of the actor.
     *   <li>A method that returns {@link java.util.concurrent.CompletionStage} or
     *       {@link java.util.concurrent.CompletableFuture} is an ask without a timeout. The caller's future completes as the
     *       stage of the implementation does, even if that happens later, outside the actor; a stage that fails is an answer
     *       and no failure of the actor. If the method itself throws, or returns null, the future fails with that exception
     *       and the actor fails too. If the call becomes a dead letter, the future fails with {@link ActorStoppedException}.
     *       Cancelling the future doesn't take the call back.
     *   <li>A default method runs in the caller; an implementation that overrides it isn't asked.
     * </ul>
     *
     * <p>The interface may be package-private. In a named module its package must be open to this module, unless the interface
     * is public and its package is exported. A call costs about what {@link ActorRef#tell} with a message of the same fields
     * costs.
     *
     * @param type the interface
     * @param target makes the implementation, a fresh one each time
     * @return the proxy; {@link ActorProxy#refOf} gives the actor behind it
     * @throws IllegalArgumentException if the type isn't an interface, isn't accessible, or has a method that can't be a
     *     message; the text names the method
     */
    <T> T proxy(ActorOptions<Object> options, Class<T> type, Supplier<? extends T> target);

    /** Spawns an actor with a name that is used through an interface. */
    default <T> T proxy(String name, Class<T> type, Supplier<? extends T> target) {
        return proxy(ActorOptions.defaults().name(name), type, target);
    }

    /** Spawns an actor that is used through an interface. */
    default <T> T proxy(Class<T> type, Supplier<? extends T> target) {
        return proxy(ActorOptions.defaults(), type, target);
    }

    /**
     * Spawns a router with routees of its own, its children, all of one kind.
     *
     * @param options of each routee; a name is the router's
     * @param routing which routee gets a message
     * @param size how many routees there are at first, at least 1
     * @throws IllegalArgumentException if the size is less than 1, or a living sibling has the name
     * @throws IllegalStateException if the parent is stopping, or the system is closed
     */
    <M> Router<M> spawnRouter(
            ActorOptions<? super M> options, Routing<? super M> routing, int size, ActorFactory<M> routee);

    /** Spawns a router with routees of its own. */
    default <M> Router<M> spawnRouter(Routing<? super M> routing, int size, ActorFactory<M> routee) {
        return spawnRouter(ActorOptions.defaults(), routing, size, routee);
    }
}
