package dev.ropewalk.limit;

import dev.ropewalk.base.Names;
import dev.ropewalk.limit.budget.Gauge;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A resource for a {@link Budget}: its name, and how much of it there is, either a number or measured again and again.
 * Immutable; may be given to several budgets, each of which measures by itself.
 */
public final class Resource {
    private final String name;
    private final Supplier<Gauge> gauge;
    private final Duration interval;

    private Resource(String name, Supplier<Gauge> gauge, Duration interval) {
        this.name = Names.checked(name, "name");
        this.gauge = gauge;
        this.interval = interval;
    }

    /**
     * Returns a resource with a capacity that only {@link Budget#setCapacity} changes.
     *
     * @param capacity how much may be in use, in any unit; 0 admits nothing
     * @throws IllegalArgumentException if the capacity is below zero, or the name is blank
     */
    public static Resource of(String name, long capacity) {
        Objects.requireNonNull(name, "name");
        requireCapacity(name, capacity);
        return new Resource(name, () -> (inUse, now) -> capacity, Duration.ZERO);
    }

    static void requireCapacity(String name, long capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity of '" + name + "' must not be below zero: " + capacity);
        }
    }

    static void requireReserve(long reserve) {
        if (reserve < 0) {
            throw new IllegalArgumentException("reserve must not be below zero: " + reserve);
        }
    }

    /**
     * Returns a resource whose capacity is asked for again and again: while requests wait, and when something is
     * acquired, but not more often than once in an interval. It is called in any thread, under no lock, and never twice
     * at once for one budget. If it fails, the last capacity stays, and the failure is logged.
     *
     * @param capacity returns how much may be in use; 0 or less admits nothing
     * @param interval above zero
     * @throws IllegalArgumentException if the interval isn't above zero, or the name is blank
     */
    public static Resource live(String name, LongSupplier capacity, Duration interval) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(capacity, "capacity");
        Objects.requireNonNull(interval, "interval");
        return measured(name, () -> (inUse, now) -> capacity.getAsLong()).every(interval);
    }

    static Resource measured(String name, Supplier<Gauge> gauge) {
        return new Resource(name, gauge, Duration.ofMillis(100));
    }

    /**
     * Returns this resource with another name.
     *
     * @throws IllegalArgumentException if that is blank
     */
    public Resource named(String other) {
        Objects.requireNonNull(other, "other");
        return new Resource(other, gauge, interval);
    }

    /**
     * Returns this resource, measured at most once in another interval.
     *
     * @throws IllegalArgumentException if the interval isn't above zero
     * @throws IllegalStateException if this resource isn't measured
     */
    public Resource every(Duration other) {
        Objects.requireNonNull(other, "other");
        if (!isLive()) {
            throw new IllegalStateException("'" + name + "' isn't measured, its capacity is given");
        }
        if (other.isNegative() || other.isZero()) {
            throw new IllegalArgumentException("interval of '" + name + "' must be above zero: " + other);
        }
        return new Resource(name, gauge, other);
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    boolean isLive() {
        return !interval.isZero();
    }

    Duration interval() {
        return interval;
    }

    Gauge newGauge() {
        return gauge.get();
    }

    @Override
    public String toString() {
        return isLive() ? name + " measured every " + interval : name;
    }
}
