package dev.ropewalk.micrometer.part;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The meters of the rows of one part in one registry. Not thread-safe. */
final class RowMeters<P, S, R> {
    /** How many names the rows of a part may have in its life; most parts have a few. */
    private static final int MAX = 100;

    private final Kind<P, S> kind;
    private final Tags tags;
    private final Rows<S, R> rows;
    private final Reading<P, S> reading;
    private final KnownNames names;
    private final Map<String, List<Meter.Id>> ids = new HashMap<>();

    RowMeters(Kind<P, S> kind, Tags tags, Rows<S, R> rows, Reading<P, S> reading) {
        this.kind = kind;
        this.tags = tags;
        this.rows = rows;
        this.reading = reading;
        this.names = new KnownNames(kind.name() + " " + tags, MAX);
    }

    /** Adds the meters of rows that have come, and removes those of rows that are gone. */
    void update(@Nullable S figures, P part, MeterRegistry into) {
        Set<String> now = rows.names(figures);
        ids.entrySet().removeIf(row -> !now.contains(row.getKey()) && areRemoved(row.getValue(), into));
        for (String name : now) {
            if (!ids.containsKey(name) && names.admit(name)) {
                register(name, part, into);
            }
        }
    }

    /** Registers the meters of a row, or none of them. */
    private void register(String name, P part, MeterRegistry into) {
        Tags both = tags.and(rows.tag(), name);
        Reading<P, R> ofRow = rows.reading(reading, name);
        List<Meter> before = into.getMeters();
        List<Meter.Id> added = new ArrayList<>();
        try {
            for (MeterSpec<R> meter : rows.meters()) {
                kind.noteUnlessThere(meter.register(into, both, part, ofRow), before, added);
            }
            ids.put(name, added);
        } catch (Throwable thrown) {
            added.forEach(into::remove);
            throw thrown;
        }
    }

    private static boolean areRemoved(List<Meter.Id> ids, MeterRegistry from) {
        ids.forEach(from::remove);
        return true;
    }

    /** Removes all of them. */
    void remove(MeterRegistry from) {
        ids.values().forEach(row -> row.forEach(from::remove));
        ids.clear();
    }
}
