package dev.ropewalk.micrometer.part;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one part in one registry. It keeps neither alive. What the registry has from elsewhere under such a name and tags it
 * takes for the part's: that stays what it was, and isn't removed with the others.
 */
public final class PartMeters<P, S> {
    /** How many names the rows of a part may have in its life; most parts have a few. */
    private static final int MAX_ROWS = 100;

    private final Kind<P, S> kind;
    private final WeakReference<P> part;
    private final WeakReference<MeterRegistry> registry;
    private final Tags tags;
    private final SharedReading<P, S> reading;

    /** Guards what follows, so that no meter is registered after the others were removed. */
    private final ReentrantLock lock = new ReentrantLock();

    private final List<Meter.Id> ids = new ArrayList<>();
    private final Map<String, List<Meter.Id>> idsOfRows = new HashMap<>();
    private final KnownNames rowNames;
    private boolean isRemoved;

    PartMeters(Kind<P, S> kind, P part, MeterRegistry registry, Tags tags) {
        this.kind = kind;
        this.part = new WeakReference<>(part);
        this.registry = new WeakReference<>(registry);
        this.tags = tags;
        this.rowNames = new KnownNames(kind.name() + " " + tags, MAX_ROWS);
        this.reading = new SharedReading<>(kind.snapshot(), registry.config().clock());
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
                    noteUnlessThere(meter.register(into, tags, measured, reading), before, ids);
                }
                update(kind.rows(), measured, into);
            }
        } finally {
            lock.unlock();
        }
    }

    private void noteUnlessThere(Meter meter, List<Meter> before, List<Meter.Id> noted) {
        if (before.contains(meter)) {
            kind.warnOfForeign(meter.getId());
        } else {
            noted.add(meter.getId());
        }
    }

    /** Adds the meters of what the part has got since, and removes those of what it has lost. */
    public void refresh() {
        lock.lock();
        try {
            P measured = part.get();
            MeterRegistry into = registry.get();
            if (measured != null && into != null && !isRemoved) {
                update(kind.rows(), measured, into);
            }
        } finally {
            lock.unlock();
        }
    }

    private <R> void update(@Nullable Rows<S, R> rows, P measured, MeterRegistry into) {
        if (rows == null) {
            return;
        }
        Set<String> names = rows.names(reading.ofThisMoment(measured));
        idsOfRows.entrySet().removeIf(row -> !names.contains(row.getKey()) && areRemoved(row.getValue(), into));
        for (String name : names) {
            if (!idsOfRows.containsKey(name) && rowNames.admit(name)) {
                register(rows, name, measured, into);
            }
        }
    }

    /** Registers the meters of a row, or none of them. */
    private <R> void register(Rows<S, R> rows, String name, P measured, MeterRegistry into) {
        Tags both = tags.and(rows.tag(), name);
        Reading<P, R> ofRow = rows.reading(reading, name);
        List<Meter> before = into.getMeters();
        List<Meter.Id> added = new ArrayList<>();
        try {
            for (MeterSpec<R> meter : rows.meters()) {
                noteUnlessThere(meter.register(into, both, measured, ofRow), before, added);
            }
            idsOfRows.put(name, added);
        } catch (Throwable thrown) {
            added.forEach(into::remove);
            throw thrown;
        }
    }

    private static boolean areRemoved(List<Meter.Id> ids, MeterRegistry from) {
        ids.forEach(from::remove);
        return true;
    }

    /** Removes the meters, for good. */
    void remove() {
        lock.lock();
        try {
            isRemoved = true;
            MeterRegistry from = registry.get();
            if (from != null) {
                ids.forEach(from::remove);
                idsOfRows.values().forEach(row -> row.forEach(from::remove));
            }
            ids.clear();
            idsOfRows.clear();
        } finally {
            lock.unlock();
        }
    }
}
