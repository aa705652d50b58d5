package dev.ropewalk.micrometer.context;

import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.ThreadLocalAccessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The thread-locals that a snapshot sets while something is handled. The library sets and restores one after the other: where an accessor throws, the
 * others stay as they are. What a thread had before is then put back here one by one, so that a worker keeps nothing of a message. That holds
 * for accessors in the library's own registry: a factory doesn't tell of another one.
 */
final class ThreadLocals implements ContextSnapshot.Scope {
    private final ContextSnapshot snapshot;

    /** What the thread had; null if it is one of the library's own, which has nothing. */
    private final @Nullable ContextSnapshot before;

    private ContextSnapshot.@Nullable Scope scope;

    ThreadLocals(ContextSnapshotFactory snapshots, ContextSnapshot snapshot, boolean hasOthers) {
        this.snapshot = snapshot;
        this.before = hasOthers ? snapshots.captureAll() : null;
    }

    /** Sets them. The caller closes this also if that fails. */
    void set() {
        scope = snapshot.setThreadLocals();
    }

    @Override
    public void close() {
        if (scope == null) {
            putBack();
            return;
        }
        try {
            scope.close();
        } catch (Throwable thrown) {
            putBack();
            throw thrown;
        }
    }

    private void putBack() {
        Map<?, ?> had = valuesOf(before);
        Map<?, ?> given = valuesOf(snapshot);
        for (ThreadLocalAccessor<?> accessor : ContextRegistry.getInstance().getThreadLocalAccessors()) {
            Object key = accessor.key();
            if (had.containsKey(key) || given.containsKey(key)) {
                putBack(accessor, had.get(key));
            }
        }
    }

    private static Map<?, ?> valuesOf(@Nullable ContextSnapshot snapshot) {
        return snapshot instanceof Map<?, ?> map ? map : Map.of();
    }

    @SuppressWarnings("unchecked") // a snapshot has values of the accessors' types
    private static void putBack(ThreadLocalAccessor<?> accessor, @Nullable Object value) {
        try {
            if (value == null) {
                accessor.setValue();
            } else {
                ((ThreadLocalAccessor<Object>) accessor).setValue(value);
            }
        } catch (Throwable broken) {
            return; // that one can't be put back, the others can
        }
    }
}
