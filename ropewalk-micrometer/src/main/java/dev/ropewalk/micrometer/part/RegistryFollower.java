package dev.ropewalk.micrometer.part;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** All live parts, with their meters in one registry, which it doesn't keep alive. Thread-safe. */
public final class RegistryFollower {
    private final WeakReference<MeterRegistry> registry;
    private final List<? extends KindFollower<?>> kinds;

    /** Lets one thread at a time look for parts. */
    private final ReentrantLock lock = new ReentrantLock();

    private boolean isRemoved;

    /** Registers how many parts there are, and the meters of all. */
    public RegistryFollower(MeterRegistry registry, List<Kind<?, ?>> kinds, Iterable<Tag> tags, int maxNames) {
        this.registry = new WeakReference<>(registry);
        this.kinds = kinds.stream()
                .map(kind -> new KindFollower<>(kind, tags, maxNames))
                .toList();
        try {
            refresh();
        } catch (Throwable thrown) {
            remove();
            throw thrown;
        }
    }

    /** Asks whether the registry was closed or forgotten, so that nobody reads it. */
    public boolean isOver() {
        MeterRegistry followed = registry.get();
        return followed == null || followed.isClosed();
    }

    /** Asks whether this is about a registry. */
    public boolean isOf(MeterRegistry other) {
        return registry.refersTo(other);
    }

    /** Adds the meters of parts that have come, and removes those of parts that are gone. */
    public void refresh() {
        lock.lock();
        try {
            MeterRegistry into = registry.get();
            if (into != null && !isRemoved) {
                kinds.forEach(kind -> kind.refresh(into));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Removes all meters, for good. */
    public void remove() {
        lock.lock();
        try {
            kinds.forEach(KindFollower::remove);
            isRemoved = true;
        } finally {
            lock.unlock();
        }
    }
}
