package dev.ropewalk.micrometer.part;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which part has the meters of a kind and tags in a registry. A registry takes the second meter of one name and tags for the first
 * one, and says nothing: so the second part would never be seen, and the end of its meters would remove those of the first.
 */
public final class Bindings {
    private record Key(String kind, Tags tags) {}

    /** Guards the maps; no meter is registered under it. */
    private static final ReentrantLock LOCK = new ReentrantLock();

    private static final Map<MeterRegistry, Map<Key, PartMeters<?, ?>>> BOUND = new WeakHashMap<>();

    private Bindings() {}

    /** The meters that are bound, and whether that was done by this call. */
    public record Bound(PartMeters<?, ?> meters, boolean isOwn) {}

    /**
     * Registers the meters of a part, unless a part that lives has them: then nothing is done, and its meters are returned. Those of
     * a part that is gone are removed before. If a meter can't be registered, nothing is bound.
     */
    public static <P> Bound bind(Kind<P, ?> kind, P part, MeterRegistry registry, Tags tags) {
        var own = new PartMeters<>(kind, part, registry, tags);
        PartMeters<?, ?> before;
        LOCK.lock();
        try {
            var ofRegistry = BOUND.computeIfAbsent(registry, added -> new HashMap<>());
            var key = new Key(kind.name(), tags);
            before = ofRegistry.get(key);
            if (before != null && !before.isPartGone()) {
                return new Bound(before, false);
            }
            ofRegistry.put(key, own);
        } finally {
            LOCK.unlock();
        }
        try {
            if (before != null) {
                before.remove();
            }
            own.register();
        } catch (Throwable thrown) {
            unbindAfter(thrown, own);
            throw thrown;
        }
        return new Bound(own, true);
    }

    private static void unbindAfter(Throwable failure, PartMeters<?, ?> meters) {
        try {
            unbind(meters);
        } catch (Throwable second) {
            failure.addSuppressed(second);
        }
    }

    /** Removes meters from their registry. */
    public static void unbind(PartMeters<?, ?> meters) {
        try {
            meters.remove();
        } finally {
            forget(meters);
        }
    }

    private static void forget(PartMeters<?, ?> meters) {
        LOCK.lock();
        try {
            Map<Key, PartMeters<?, ?>> ofRegistry = BOUND.get(meters.registry());
            if (ofRegistry != null) {
                boolean ignored = ofRegistry.remove(new Key(meters.kind().name(), meters.tags()), meters);
            }
        } finally {
            LOCK.unlock();
        }
    }
}
