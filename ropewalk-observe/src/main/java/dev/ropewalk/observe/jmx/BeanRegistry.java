package dev.ropewalk.observe.jmx;

import dev.ropewalk.observe.HealthOptions;
import dev.ropewalk.observe.JvmSnapshot;
import dev.ropewalk.observe.jmx.BeanKind.PartBean;
import dev.ropewalk.observe.part.UnreadableParts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * The beans that are registered: one of each live part, and one of health, which is there as long as the registry is open. Thread-safe.
 *
 * <p>A server tells its listeners of a bean in the thread that registers it. So a listener may come back here, under the lock: then
 * a bean is noted before it is registered, and after each one it is asked whether the registry is closed by now.
 */
public final class BeanRegistry {
    private static final String DOMAIN = "dev.ropewalk";
    private static final int MAX_BEANS = 1000;

    private final MBeanServer server;
    private final ObjectName health;
    private final ReentrantLock lock = new ReentrantLock();

    /** What has a bean. Guarded by the lock. */
    private final Map<ObjectName, PartBean<?>> registered = new LinkedHashMap<>();

    private volatile boolean closed;
    private volatile long leftOut;
    private volatile Map<String, String> failures = Map.of();

    /**
     * Registers the bean of health.
     *
     * @throws IllegalStateException if there is another registry
     */
    public BeanRegistry(MBeanServer server, HealthOptions options) {
        this.server = server;
        var watch = new HealthWatch(options, JvmSnapshot::take, System::nanoTime);
        var bean = new RecordBean(
                RecordShape.of(HealthView.class),
                "What isn't well in this JVM",
                () -> HealthView.of(watch.report(), leftOut, failures));
        try {
            health = new ObjectName(DOMAIN, "type", "Health");
            Object ignored = server.registerMBean(bean, health);
        } catch (InstanceAlreadyExistsException e) {
            throw new IllegalStateException("the parts of this JVM are exported already: close that export first", e);
        } catch (JMException e) {
            throw new IllegalStateException("can't register the bean of health", e);
        }
    }

    /** Registers beans of the parts that have come, and unregisters those of parts that have gone. Does nothing when closed. */
    public void refresh() {
        lock.lock();
        try {
            if (!closed) {
                var unreadable = new UnreadableParts();
                Map<ObjectName, PartBean<?>> parts = parts(unreadable);
                removeGone(parts);
                addNew(parts, unreadable);
                failures = Map.copyOf(unreadable.failures());
            }
        } finally {
            lock.unlock();
        }
    }

    private Map<ObjectName, PartBean<?>> parts(UnreadableParts unreadable) {
        Map<ObjectName, PartBean<?>> parts = new LinkedHashMap<>();
        long all = 0;
        for (BeanKind<?> kind : BeanKind.all()) {
            Map<String, ? extends PartBean<?>> ofKind = kind.parts(unreadable);
            all += ofKind.size();
            ofKind.entrySet().stream()
                    .limit(MAX_BEANS)
                    .forEachOrdered(part -> parts.put(name(kind.name(), part.getKey()), part.getValue()));
        }
        leftOut = all - parts.size();
        return parts;
    }

    private static ObjectName name(String kind, String part) {
        try {
            return new ObjectName(DOMAIN + ":type=" + kind + ",name=" + ObjectName.quote(part));
        } catch (MalformedObjectNameException e) {
            throw new IllegalStateException("no name of a bean for " + part, e);
        }
    }

    private void removeGone(Map<ObjectName, PartBean<?>> parts) {
        for (Map.Entry<ObjectName, PartBean<?>> entry : List.copyOf(registered.entrySet())) {
            PartBean<?> now = parts.get(entry.getKey());
            if (now == null || !now.part().isOfSame(entry.getValue().part())) {
                registered.remove(entry.getKey());
                unregister(entry.getKey());
            }
        }
    }

    private void addNew(Map<ObjectName, PartBean<?>> parts, UnreadableParts unreadable) {
        for (Map.Entry<ObjectName, PartBean<?>> entry : parts.entrySet()) {
            if (!closed && registered.putIfAbsent(entry.getKey(), entry.getValue()) == null) {
                register(entry.getKey(), entry.getValue(), unreadable);
            }
        }
    }

    private void register(ObjectName name, PartBean<?> part, UnreadableParts unreadable) {
        try {
            Object ignored = server.registerMBean(part.make(name.getKeyProperty("type")), name);
        } catch (Throwable failure) {
            registered.remove(name);
            unreadable.add(name.toString(), failure);
        }
    }

    private void unregister(ObjectName name) {
        try {
            server.unregisterMBean(name);
        } catch (InstanceNotFoundException gone) {
            return; // somebody else has unregistered it
        } catch (JMException e) {
            throw new IllegalStateException("can't unregister " + name, e);
        }
    }

    /** Returns whether it is closed. */
    public boolean isClosed() {
        return closed;
    }

    /** Unregisters all. Does nothing the second time. The first failure is thrown once all was tried. */
    public void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                unregisterAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void unregisterAll() {
        Throwable failure = null;
        try {
            for (ObjectName name : List.copyOf(registered.keySet())) {
                failure = firstOf(failure, failureOf(name));
            }
            registered.clear();
        } finally {
            failure = firstOf(failure, failureOf(health));
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
    }

    private static @Nullable Throwable firstOf(@Nullable Throwable first, @Nullable Throwable second) {
        return first == null ? second : first;
    }

    /** Unregisters a bean, and returns what that has thrown. */
    private @Nullable Throwable failureOf(ObjectName name) {
        try {
            unregister(name);
            return null;
        } catch (RuntimeException | Error failure) {
            return failure;
        }
    }
}
