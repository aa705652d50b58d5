package dev.ropewalk.cluster.entity;

import dev.ropewalk.actor.ActorSystem;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** An actor system whose methods have no memory the next time when the test says so. */
public final class PoorSystem {
    private final ConcurrentHashMap<String, OutOfMemoryError> struck = new ConcurrentHashMap<>();
    private final ActorSystem actors;

    /**
     * Makes one.
     *
     * @param rich does what is asked of it otherwise
     */
    public PoorSystem(ActorSystem rich) {
        actors = (ActorSystem) Proxy.newProxyInstance(
                ActorSystem.class.getClassLoader(), new Class<?>[] {ActorSystem.class}, (proxy, method, arguments) -> {
                    OutOfMemoryError noMemory = struck.remove(method.getName());
                    if (noMemory != null) {
                        throw noMemory;
                    }
                    try {
                        return method.invoke(rich, arguments);
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }

    /** Returns the system. */
    public ActorSystem actors() {
        return actors;
    }

    /** Has a method throw once. */
    public void strike(String method) {
        struck.put(method, new OutOfMemoryError("on purpose"));
    }
}
