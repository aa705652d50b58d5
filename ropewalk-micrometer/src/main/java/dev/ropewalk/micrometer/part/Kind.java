package dev.ropewalk.micrometer.part;

import io.micrometer.core.instrument.Meter;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A kind of parts, and the meters that each has.
 *
 * @param <P> the type of the parts
 * @param <S> the type of their snapshots
 */
public final class Kind<P, S> {
    private static final System.Logger LOG = System.getLogger("dev.ropewalk.micrometer");

    private final String name;
    private final Supplier<Map<String, P>> live;
    private final Function<P, S> snapshot;
    private final List<MeterSpec<S>> meters;
    private final List<Rows<S, ?>> rows;
    private final AtomicBoolean hasWarned = new AtomicBoolean();

    private Kind(
            String name,
            Supplier<Map<String, P>> live,
            Function<P, S> snapshot,
            List<MeterSpec<S>> meters,
            List<Rows<S, ?>> rows) {
        this.name = name;
        this.live = live;
        this.snapshot = snapshot;
        this.meters = meters;
        this.rows = rows;
    }

    /** Returns a kind of parts with meters. */
    public static <P, S> Kind<P, S> of(
            String name, Supplier<Map<String, P>> live, Function<P, S> snapshot, Meters<S> meters) {
        return new Kind<>(name, live, snapshot, meters.list(), List.of());
    }

    /** Returns a kind of parts that are only counted. */
    public static <P> Kind<P, P> counted(String name, Supplier<Map<String, P>> live) {
        return new Kind<>(name, live, part -> part, List.of(), List.of());
    }

    /**
     * Adds meters for each of what a part consists of.
     *
     * @param tag the tag that has its name
     */
    public <R> Kind<P, S> with(String tag, Function<S, Map<String, R>> rows, Meters<R> each) {
        List<Rows<S, ?>> all = new ArrayList<>(this.rows);
        all.add(new Rows<>(tag, rows, each.list()));
        return new Kind<>(name, live, snapshot, meters, List.copyOf(all));
    }

    /** Returns what a part of this kind is called. */
    public String name() {
        return name;
    }

    /** Notes a meter of a part, unless its registry had that before, from elsewhere. */
    void noteUnlessThere(Meter meter, List<Meter> before, List<Meter.Id> noted) {
        if (before.contains(meter)) {
            warnOfForeign(meter.getId());
        } else {
            noted.add(meter.getId());
        }
    }

    /** Logs once that a registry has a meter from elsewhere in the place of one of a part. */
    private void warnOfForeign(Meter.Id id) {
        if (!hasWarned.getAndSet(true)) {
            LOG.log(
                    Level.WARNING,
                    "a registry has the meter " + id.getName() + " " + id.getTags()
                            + " from elsewhere; it stays, and the " + name + " of that name has none");
        }
    }

    Map<String, P> live() {
        return live.get();
    }

    /** Asks whether its parts have meters, or are only counted. */
    boolean hasMeters() {
        return !meters.isEmpty();
    }

    Function<P, S> snapshot() {
        return snapshot;
    }

    List<MeterSpec<S>> meters() {
        return meters;
    }

    List<Rows<S, ?>> rows() {
        return rows;
    }
}
