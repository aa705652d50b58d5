package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.entity.LiveClusters;
import dev.ropewalk.cluster.local.LocalCluster;
import dev.ropewalk.cluster.node.Engines;
import dev.ropewalk.cluster.node.JoinedCluster;
import dev.ropewalk.scheduler.TimedCloseable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Where entities live: the types that are hosted here, and the refs by which they are reached. Any thread may use it.
 *
 * <p>A cluster is closed before its actor system, as it is when it was made after that in one {@code try} statement. Closing has every
 * entity handle what waits for it. In a {@link dev.ropewalk.scheduler.CoordinatedShutdown} it has a phase before that of the system, to which the cluster itself is added: it
 * has the time of the phase then, and what is left undone is in the report.
 */
public interface Cluster extends TimedCloseable {
    /**
     * Returns a cluster of this process alone, whose entities are actors of a system. Closing the cluster doesn't close the system. It hosts every type, whatever
     * {@linkplain EntityOptions#role role} the options name: it has all roles, and its {@link Member} lists none.
     */
    static Cluster local(ActorSystem system) {
        return new LocalCluster(system);
    }

    /**
     * Joins a cluster as a node of it, and returns when this node takes part. The engine is the one that {@link java.util.ServiceLoader} finds, such as that of module
     * {@code ropewalk-cluster-pekko}. An actor system can be in one cluster at a time. An interrupt ends the wait; the thread stays interrupted.
     *
     * @throws IllegalStateException if there is no engine, the cluster couldn't be joined within {@link ClusterOptions#joinTimeout}, the thread was interrupted, or the actor
     *     system is in a cluster
     * @throws IllegalArgumentException if there is none of the name that the options say, or there are several and they say none, or if the engine can't meet the options
     */
    static Cluster join(ActorSystem system, ClusterOptions options) {
        Objects.requireNonNull(system, "system");
        return join(system, options, Engines.find(Objects.requireNonNull(options, "options")));
    }

    /** Joins a cluster as {@link #join(ActorSystem, ClusterOptions)} does, by this engine. */
    static Cluster join(ActorSystem system, ClusterOptions options, EngineProvider engine) {
        return JoinedCluster.join(system, options, engine);
    }

    /**
     * Returns the clusters that this JVM is in, by their names, as {@link dev.ropewalk.scheduler.Scheduler#live()} does schedulers: those whose node here is a member. A local cluster has the name of its actor system.
     */
    static Map<String, Cluster> live() {
        return LiveClusters.live();
    }

    /** Returns this node; of a local cluster one without a port. */
    Node self();

    /** Returns the members that this node knows of at this moment, itself among them; none when it isn't a member any more. */
    List<Member> members();

    /** Returns what was counted of links and losses. */
    ClusterStats stats();

    /**
     * Has this node take part in a singleton: an actor of which the cluster has one, on one of the nodes that have called this. It begins without being sent to, and begins elsewhere when its node leaves or fails. Two never live at a
     * time, as no two entities of a key do; between the end of one and the beginning of the next there may be none for a while, and messages wait.
     *
     * <p>When its node leaves, it handles what waits for it, and stops. When that fails, what it hadn't stored is lost. One that stops itself begins again with the next message. It is never passivated.
     *
     * @param name of the singleton, the same on all nodes; not empty, at most 990 bytes in UTF-8, and without a slash
     * @param options of how it lives; what they say of passivation is ignored. If they name a {@linkplain EntityOptions#role role}, it lives on nodes that have that
     * @param factory makes its behaviour. {@link dev.ropewalk.actor.ActorContext#self} is the ref of the actor on this node, which is lost with it: give others what this returns
     * @return its ref, which leads to it from any node, and to the next one later. It can be sent, and can't be watched
     * @throws IllegalArgumentException if this node has a singleton of that name already, the actor system has an actor named {@code singleton-} and the name at the top, or the cluster's codecs don't know the type
     *     of the messages, or another node has it by another role
     * @throws IllegalStateException if this cluster, its actor system or the scheduler of that is closed
     */
    <M> ActorRef<M> singleton(String name, Class<M> type, EntityOptions<? super M> options, ActorFactory<M> factory);

    /** Has this node take part in a singleton with the {@linkplain EntityOptions#defaults() defaults}. */
    default <M> ActorRef<M> singleton(String name, Class<M> type, ActorFactory<M> factory) {
        return singleton(name, type, EntityOptions.defaults(), factory);
    }

    /** Returns where actors of all nodes are registered and found. */
    ClusterReceptionist receptionist();

    /**
     * Returns a topic, which all nodes have that ask for one of this name and type.
     *
     * @throws IllegalArgumentException if the cluster's codecs don't know the type of the messages, or the name has more than 65,535 bytes in UTF-8, or half of a surrogate pair
     */
    <M> Topic<M> topic(String name, Class<M> type);

    /**
     * Makes a channel whose receiving end is here, and whose sending end can be sent to other nodes in messages.
     *
     * @param name is shown in errors; several channels may have the same
     * @param capacity how many elements it has room for, from 1 to 1 048 576, of all senders together
     * @throws IllegalArgumentException if the name is blank, the capacity out of range, or the cluster's codecs don't know the type; where there are other nodes, also if the name has more bytes
     *     in UTF-8 than {@link dev.ropewalk.cluster.codec.CodecLimits#maxStringBytes}, or half of a surrogate pair
     * @throws IllegalStateException if this cluster is closed
     */
    <M> RemoteChannel<M> channel(String name, Class<M> type, int capacity);

    /**
     * Opens an outbox: a folder of this machine that keeps messages until entities have handled them, though the process ends. Sends what is left in it from the time before, to the types that are hosted here by now. Returns when all of that was looked
     * through, which takes a second for some millions of messages.
     *
     * @throws OutboxException if the folder can't be opened: it is open already, in this process or another, is of a cluster of another name, or is damaged
     * @throws IllegalArgumentException if the options have codecs though this cluster has its own, or have none though it is local
     * @throws IllegalStateException if this cluster is closed
     */
    Outbox outbox(OutboxOptions options);

    /** Returns what this node sees of the cluster, and has counted. */
    default ClusterSnapshot snapshot() {
        return new ClusterSnapshot(self(), members(), isReady(), stats());
    }

    /**
     * Returns a future that completes when this node is no member any more, with whether it was closed or others have removed it, and the reason in words. All its entities have been stopped then. A service ends its process, with a
     * status that has it started again unless the end {@linkplain Removal#isPlanned was planned}, or joins again with a new system.
     *
     * <p>Until then all calls return the same one, however often it is asked for, and nobody can complete or cancel it for the others. What depends on it runs in one thread, one after the other: use
     * {@code thenRunAsync} and the like for what takes long. A timeout, by {@link CompletableFuture#orTimeout} say, is of the future that it returns.
     */
    CompletableFuture<Removal> removal();

    /**
     * Whether this node is ready for work from outside: it is up, has found the way to all types and singletons that it has hosted by now, and nobody has begun to close it. While no node of a type's {@linkplain EntityOptions#role role} is up there
     * is no way to it. A service tells it to who sends requests, such as the readiness probe of Kubernetes. This only looks, and waits for nothing.
     *
     * <p>A node that has joined needs a moment more to find where entities live, up to some seconds when the whole cluster starts. Messages that are sent before wait.
     */
    boolean isReady();

    /**
     * Returns a future that completes when this node has become ready, as {@link #isReady} says, with all types and singletons that were hosted before this call; exceptionally, with an {@link IllegalStateException} that has the reason, when it is no
     * member any more, or it leaves. Call it after {@link #host}. What it is completed by sees all that happened before in the thread that found the last way. Others may be given the same future, as by {@link #removal}.
     */
    CompletableFuture<Void> whenReady();

    /** Returns the actor system that the entities are part of. */
    ActorSystem system();

    /**
     * Hosts a type of entities: says how they are made. If the options name a {@linkplain EntityOptions#role role} that this node doesn't have, none live here, and the
     * factory isn't called: this node sends to them where they are.
     *
     * @throws IllegalArgumentException if a type of that name is hosted here already, the actor system has an actor of that name at the top, or another node hosts it by
     *     another role
     * @throws IllegalStateException if this cluster, its actor system or the scheduler of that is closed
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
     * Hosts entities that are used by an interface: says how their implementations are made.
     *
     * @throws IllegalArgumentException as {@link #host(EntityType, EntityOptions, EntityFactory)} does, also if the cluster's codecs don't know the interface
     * @throws IllegalStateException as that does
     */
    default <K, T> Entities<K, ?> host(
            EntityInterface<K, T> type, EntityOptions<Object> options, InterfaceFactory<K, ? extends T> factory) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(factory, "factory");
        return type.host(this, options, factory);
    }

    /** Hosts entities that are used by an interface with the {@linkplain EntityOptions#defaults() defaults}. */
    default <K, T> Entities<K, ?> host(EntityInterface<K, T> type, InterfaceFactory<K, ? extends T> factory) {
        return host(type, EntityOptions.defaults(), factory);
    }

    /**
     * Returns a proxy of an entity, which needn't be active. Any thread may use it. Keep one rather than ask for it each time. It is shown and compared as the {@linkplain #entity(EntityType, Object) ref} of the entity, which is
     * what {@link dev.ropewalk.actor.ActorProxy#refOf} returns.
     *
     * @param timeout how long a call waits for its result, above zero; the caller's future fails then with an {@link dev.ropewalk.actor.AskTimeoutException}
     * @throws IllegalArgumentException if the type isn't hosted here, or is another one of the same name, the key isn't of its type, or the timeout isn't above zero
     */
    default <K, T> T proxy(EntityInterface<K, T> type, K key, Duration timeout) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(timeout, "timeout");
        return type.proxy(this, key, timeout);
    }

    /**
     * Closes this cluster: every entity stops when it has handled what waits for it. What is sent to entities from now on becomes dead
     * letters. When the time is up, the entities that are left are stopped. A node of a cluster of many gives its entities to the others first. It then refuses what is sent from here, which is
     * lost, and waits until others have what was sent before: so nothing of that is lost if there is time. If there isn't, it tells the others that it
     * is gone, which may take a second more, and they go on without it at once; an entity that works on then may do so beside the next one of its key. After that
     * its topics and its receptionist reach what is in this actor system only. Every call but the first waits for the first and returns its report.
     *
     * <p>An interrupt doesn't end the wait, as it doesn't end that of {@link ActorSystem#close(Duration)}. The calling thread is interrupted
     * afterwards.
     *
     * <p>If there is time, and all entities of a type have stopped, the next cluster of the actor system can host that type as soon as this returns.
     *
     * @param timeout how long to wait; zero or less stops the entities at once, those that have nothing to do too, and counts as left undone those that are still there
     * @return what was left undone
     * @throws IllegalStateException if called by an actor, blocking or not, or another task on the scheduler of the system, such as a callback of a channel: the end may have to
     *     wait for it; nothing is closed then
     */
    @Override
    ClusterCloseReport close(Duration timeout);

    /** Closes this cluster with ten seconds' time; logs what was left undone. */
    @Override
    void close();
}
