package dev.ropewalk.micrometer.part;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The meters of one part in the registries that its binder was bound to. It doesn't keep the part alive. Thread-safe. */
public final class OwnMeters<P> {
    private final Kind<P, ?> kind;
    private final WeakReference<P> part;
    private final Tags tags;
    private final Queue<PartMeters<?, ?>> bound = new ConcurrentLinkedQueue<>();

    /** Makes the meters, which are in no registry yet. */
    public OwnMeters(Kind<P, ?> kind, P part, String name, Iterable<Tag> tags) {
        this.kind = kind;
        this.part = new WeakReference<>(part);
        this.tags = PartMeters.tags(Objects.requireNonNull(tags, "tags"), Objects.requireNonNull(name, "name"));
    }

    /** Registers the meters, unless the part is gone or has them there. */
    public void bindTo(MeterRegistry registry) {
        Objects.requireNonNull(registry, "registry");
        P measured = part.get();
        if (measured != null) {
            Bindings.Bound result = Bindings.bind(kind, measured, registry, tags);
            if (result.isOwn()) {
                bound.add(result.meters());
            } else if (!result.meters().isOf(measured)) {
                throw new IllegalArgumentException(
                        "the meters of another " + kind.name() + " have the tags " + tags + " in " + registry);
            }
        }
    }

    /** Adds the meters of what the part has got since, and removes those of what it has lost. */
    public void refresh() {
        bound.forEach(PartMeters::refresh);
    }

    /** Removes the meters from their registries. */
    public void remove() {
        for (PartMeters<?, ?> meters = bound.poll(); meters != null; meters = bound.poll()) {
            Bindings.unbind(meters);
        }
    }
}
