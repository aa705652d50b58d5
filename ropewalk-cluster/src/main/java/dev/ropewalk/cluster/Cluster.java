package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.local.LocalCluster;
import java.time.Duration;

/**
 * Where entities live: the types that are hosted here, and the refs by which they are reached. Any thread may use it.
 *
 * <p>A cluster is closed before its actor system, as it is when it was made after that in one {@code try} statement. Closing has every
 * entity handle what waits for it. In a {@link dev.ropewalk.scheduler.CoordinatedShutdown} it has a phase before that of the system.
 */
public interface Cluster extends AutoCloseable {
    /** Returns a cluster of this process alone, whose entities are actors of a system. Closing the cluster doesn't close the system. */
    static Cluster local(ActorSystem system) {
        return new LocalCluster(system);
    }

    /** Returns the actor system that the entities are part of. */
    ActorSystem system();

    /**
     * Hosts a type of entities: says how they are made.
     *
     * @throws IllegalArgumentException if a type of that name is hosted here already, or the actor system has an actor of that name at the top
     * @throws IllegalStateException if this cluster or its actor system is closed
     */
    <K, M> Entities<K, M> host(EntityType<K, M> type, EntityOptions<? super M> options, EntityFactory<K, M> factory);

    /** Hosts a type of entities with the {@linkplain EntityOptions#defaults() defaults}. */
    default <K, M> Entities<K, M> host(EntityType<K, M> type, EntityFactory<K, M> factory) {
        return host(type, EntityOptions.defaults(), factory);
    }

    /**
     * Returns the ref of an entity. It needn't be active.
     *
     * @throws IllegalArgumentException if the type isn't hosted here, or is another one of the same name, or the key isn't of its type
     */
    <K, M> EntityRef<K, M> entity(EntityType<K, M> type, K key);

    /**
     * Closes this cluster: every entity stops when it has handled what waits for it. What is sent to entities from now on becomes dead
     * letters. When the time is up, the entities that are left are stopped. Every call but the first waits for the first and returns its report.
     *
     * @throws IllegalStateException if called by an actor of the system, which would wait for itself
     */
    ClusterCloseReport close(Duration timeout);

    /** Closes this cluster with ten seconds' time; logs what was left undone. */
    @Override
    void close();
}
