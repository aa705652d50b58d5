package dev.ropewalk.cluster;

import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.type.MethodCall;
import dev.ropewalk.cluster.proxy.EntityCalls;
import java.time.Duration;
import java.util.Objects;

/**
 * A type of entities that are used by an interface, as actors are by {@link dev.ropewalk.actor.ActorSpawner#proxy proxies}: a call becomes a message to the entity, which makes it on an implementation of its own.
 *
 * {@snippet class="dev.ropewalk.cluster.snippets.ClusterSnippets" region="interface" :
 * interface Savings {
 *     @MethodId(1)
 *     void deposit(long amount);
 *
 *     @MethodId(2)
 *     CompletableFuture<Long> balance();
 * }
 * }
 *
 * {@snippet class="dev.ropewalk.cluster.snippets.ClusterSnippets" region="proxy" :
 * CodecRegistry codecs = CodecRegistry.builder()
 *         .register(1, String.class)
 *         .registerInterface(2, Savings.class)
 *         .build();
 * EntityInterface<String, Savings> savings = EntityInterface.of("savings", String.class, Savings.class, codecs);
 * cluster.host(savings, entity -> new SavingsAccount());
 * Savings account = cluster.proxy(savings, "17", Duration.ofSeconds(10));
 * account.deposit(10);
 * CompletableFuture<Long> balance = account.balance();
 * }
 *
 * <ul>
 *   <li>A method that returns {@code void} is a tell: it is delivered at most once, a loss is counted as that of any message, and what it throws is a failure of the entity. The caller waits where {@link EntityRef#tell} does.
 *   <li>A method that returns {@link java.util.concurrent.CompletionStage} or {@link java.util.concurrent.CompletableFuture} is a question with the timeout of the proxy. The caller's future completes as the stage of the
 *       implementation does, also if that is later. A stage that fails is an answer; on another node the caller gets a {@link RemoteFailureException} with the text of the failure, in this process what was thrown. If the method
 *       itself throws, or returns null, the entity fails, too. Cancelling the future doesn't take the call back.
 *       The call itself may throw, too: a {@link NullPointerException} for an argument that is null and mustn't be, or what the arguments can't be encoded by.
 *   <li>A default method runs in the caller; an implementation that overrides it isn't asked.
 * </ul>
 *
 * <p>Arguments and results must be what can be a component of a record in a frame ({@link dev.ropewalk.cluster.codec}), and null only where they are annotated with {@code Nullable}. In one process they aren't copied: don't
 * change them after a call. Nodes call methods by their {@link dev.ropewalk.cluster.codec.MethodId}; while nodes of two versions run a method may be renamed, and added: a call that a node doesn't know is lost there, counted as
 * malformed, and its caller is told by a {@link RemoteFailureException}. Its parameters and its result must stay; nodes compare them when they meet, and log a difference.
 *
 * <p>Immutable; any thread may use it. Making one takes some milliseconds: keep it in a constant.
 *
 * @param <K> the type of the keys
 * @param <T> the interface
 */
public final class EntityInterface<K, T> {
    private final EntityCalls<T> calls;
    private final EntityType<K, MethodCall> entities;
    private final Class<T> type;

    private EntityInterface(String name, Class<K> keyType, Class<T> type) {
        this.type = type;
        this.calls = new EntityCalls<>(type);
        this.entities = calls.entities(name, keyType);
    }

    /**
     * Returns a type of entities.
     *
     * @param name as that of an {@link EntityType}
     * @param keyType of the keys
     * @param type the interface
     * @param codecs of the cluster: they are asked also where the cluster is a {@linkplain Cluster#local local} one, so that a program that works there can be sent
     * @throws IllegalArgumentException if the codecs don't know the interface or the keys, equal keys may have different bytes, the interface isn't accessible, or the name can't be one
     */
    public static <K, T> EntityInterface<K, T> of(String name, Class<K> keyType, Class<T> type, CodecRegistry codecs) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(keyType, "keyType");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(codecs, "codecs");
        if (!codecs.hasInterface(type)) {
            throw new IllegalArgumentException("the entities of '" + name + "' are used by " + type.getName()
                    + ", which the codecs don't know: register it by registerInterface");
        }
        if (!codecs.isRegistered(keyType)) {
            throw new IllegalArgumentException("the keys of '" + name + "' are of " + keyType.getName()
                    + ", which the codecs don't know: register it");
        }
        if (!codecs.hasOneForm(keyType)) {
            throw new IllegalArgumentException("the keys of '" + name + "' are of " + keyType.getName()
                    + ", in which there is a set, a map, an array or a ref: equal ones may have different bytes");
        }
        return new EntityInterface<>(name, keyType, type);
    }

    /** Returns the name of the type. */
    public String name() {
        return entities.name();
    }

    /** Returns the type of the keys. */
    public Class<K> keyType() {
        return entities.keyType();
    }

    /** Returns the interface. */
    public Class<T> type() {
        return type;
    }

    Entities<K, ?> host(Cluster cluster, EntityOptions<Object> options, InterfaceFactory<K, ? extends T> factory) {
        return cluster.host(entities, options, calls.factory(cluster.self(), factory));
    }

    T proxy(Cluster cluster, K key, Duration timeout) {
        return calls.proxy(cluster.entity(entities, key), timeout);
    }

    @Override
    public String toString() {
        return "EntityInterface[name=" + name() + ", keyType=" + keyType().getName() + ", type=" + type.getName() + "]";
    }
}
