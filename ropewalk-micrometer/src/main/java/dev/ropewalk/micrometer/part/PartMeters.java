package dev.ropewalk.micrometer.part;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one part in one registry. It keeps neither alive. What the registry has from elsewhere under such a name and tags it
 * takes for the part's: that stays what it was, and isn't removed with the others.
 */
public final class PartMeters<P, S> {
    private final Kind<P, S> kind;
    private final WeakReference<P> part;
    private final WeakReference<MeterRegistry> registry;
    private final Tags tags;
    private final SharedReading<P, S> reading;

    /** Guards what follows, so that no meter is registered after the others were removed. */
    private final ReentrantLock lock = new ReentrantLock();

    private final List<Meter.Id> ids = new ArrayList<>();
    private final List<RowMeters<P, S, ?>> rows = new ArrayList<>();
    private boolean isRemoved;

    PartMeters(Kind<P, S> kind, P part, MeterRegistry registry, Tags tags) {
        this.kind = kind;
        this.part = new WeakReference<>(part);
        this.registry = new WeakReference<>(registry);
        this.tags = tags;
        this.reading = new SharedReading<>(kind.snapshot(), registry.config().clock());
        kind.rows().forEach(each -> rows.add(new RowMeters<>(kind, tags, each, reading)));
    }

    /** Returns the tags of a part. */
    public static Tags tags(Iterable<Tag> tags, String name) {
        return Tags.of(tags).and("name", name);
    }

    /** Asks whether these are the meters of a part. */
    public boolean isOf(@Nullable Object other) {
        return other != null && part.refersTo(castOf(other));
    }

    @SuppressWarnings("unchecked") // only compared
    private P castOf(Object other) {
        return (P) other;
    }

    Kind<P, S> kind() {
        return kind;
    }

    Tags tags() {
        return tags;
    }

    @Nullable
    MeterRegistry registry() {
        return registry.get();
    }

    boolean isPartGone() {
        return part.refersTo(null);
    }

    void register() {
        lock.lock();
        try {
            P measured = part.get();
            MeterRegistry into = registry.get();
            if (measured != null && into != null && !isRemoved) {
                List<Meter> before = into.getMeters();
                for (MeterSpec<S> meter : kind.meters()) {
                    kind.noteUnlessThere(meter.register(into, tags, measured, reading), before, ids);
                }
                update(measured, into);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Adds the meters of what the part has got since, and removes those of what it has lost. */
    public void refresh() {
        lock.lock();
        try {
            P measured = part.get();
            MeterRegistry into = registry.get();
            if (measured != null && into != null && !isRemoved) {
                update(measured, into);
            }
        } finally {
            lock.unlock();
        }
    }

    private void update(P measured, MeterRegistry into) {
        @Nullable S figures = rows.isEmpty() ? null : reading.ofThisMoment(measured);
        for (RowMeters<P, S, ?> each : rows) {
            each.update(figures, measured, into);
        }
    }

    /** Removes the meters, for good. */
    void remove() {
        lock.lock();
        try {
            isRemoved = true;
            MeterRegistry from = registry.get();
            if (from != null) {
                ids.forEach(from::remove);
                rows.forEach(each -> each.remove(from));
            }
            ids.clear();
        } finally {
            lock.unlock();
        }
    }
}
