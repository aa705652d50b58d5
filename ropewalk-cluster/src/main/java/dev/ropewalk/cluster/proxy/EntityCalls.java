package dev.ropewalk.cluster.proxy;

import dev.ropewalk.actor.proxy.InterfaceCalls;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityFactory;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.InterfaceFactory;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.type.InterfaceMethod;
import dev.ropewalk.cluster.codec.type.MethodCall;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The calls of an interface by which entities are used. Immutable; any thread may use it.
 *
 * @param <T> the interface
 */
public final class EntityCalls<T> {
    private final Class<T> type;
    private final List<InterfaceMethod> methods;
    private final InterfaceCalls<T> calls;

    /**
     * Prepares the calls of an interface.
     *
     * @throws IllegalArgumentException if it isn't fit for that, or not accessible
     */
    public EntityCalls(Class<T> type) {
        this.type = type;
        this.methods = InterfaceMethod.of(type);
        this.calls = InterfaceCalls.of(type);
    }

    /** Returns the type of entities whose messages are calls of the interface, which is named instead of these. */
    @SuppressWarnings("unchecked") // whoever reads messages of such a type reads calls
    public <K> EntityType<K, MethodCall> entities(String name, Class<K> keyType) {
        return new EntityType<>(name, keyType, (Class<MethodCall>) (Class<?>) type);
    }

    /**
     * Returns a proxy.
     *
     * @param timeout of questions
     * @throws IllegalArgumentException if the timeout isn't above zero
     */
    public T proxy(EntityRef<?, MethodCall> entity, Duration timeout) {
        if (!timeout.isPositive()) {
            throw new IllegalArgumentException("timeout must be above zero, but is " + timeout);
        }
        return calls.proxy(new EntityTarget(entity, methods, timeout));
    }

    /** Returns what makes the behaviour of entities of implementations. */
    public <K> EntityFactory<K, MethodCall> factory(Node here, InterfaceFactory<K, ? extends T> implementations) {
        return new Factory<>(this, here, implementations);
    }

    /** Returns whether a factory makes entities that take calls. */
    public static boolean isFactory(EntityFactory<?, ?> factory) {
        return factory instanceof Factory;
    }

    /** Makes entities that take calls. */
    private record Factory<K, T>(EntityCalls<T> calls, Node here, InterfaceFactory<K, ? extends T> implementations)
            implements EntityFactory<K, MethodCall> {
        @Override
        public CallActor<T> create(EntityContext<K, MethodCall> entity) throws Exception {
            T implementation = calls.type.cast(Objects.requireNonNull(
                    implementations.create(entity),
                    () -> "the implementation of " + calls.type.getName() + " is null"));
            return CallActor.of(
                    calls.calls, implementation, new Replies(here, entity.self().path()));
        }
    }
}
