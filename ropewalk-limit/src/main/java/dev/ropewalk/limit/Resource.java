package dev.ropewalk.limit;

import dev.ropewalk.base.Names;
import dev.ropewalk.limit.budget.CgroupGauge;
import dev.ropewalk.limit.budget.CgroupMemory;
import dev.ropewalk.limit.budget.Gauge;
import dev.ropewalk.limit.budget.HeapGauge;
import dev.ropewalk.limit.budget.HeapUsage;
import dev.ropewalk.limit.budget.ResourceSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A resource for a {@link Budget}: its name, and how much of it there is, either a number or measured again and again.
 * Immutable; may be given to several budgets, each of which measures by itself.
 */
public final class Resource {
    static final Path FILE_ROOT = Path.of("/");

    private static final long RESERVED_SHARE = 10;
    private static final Duration DEFAULT_INTERVAL = Duration.ofMillis(100);

    private final ResourceSettings settings;

    private Resource(String name, Supplier<Gauge> gauge, Duration interval) {
        this.settings = new ResourceSettings(Names.checked(name, "name"), gauge, interval);
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

    private static void requireCapacity(String name, long capacity) {
        if (capacity < 0) {
            throw new IllegalArgumentException("capacity of '" + name + "' must not be below zero: " + capacity);
        }
    }

    static Resource heap(long reserve) {
        requireReserve(reserve);
        return measured("heap", () -> new HeapGauge(HeapUsage.ofThisProcess(), reserve));
    }

    /** Returns how much of the heap is left for other purposes unless the user says so. */
    static long reservedOfHeap() {
        return Runtime.getRuntime().maxMemory() / RESERVED_SHARE;
    }

    static Resource cgroup(Path fileRoot, long reserve) {
        requireReserve(reserve);
        var memory = new CgroupMemory(fileRoot);
        return measured("cgroup", () -> new CgroupGauge(memory, reserve));
    }

    /** Returns how much of the container's memory is left for other purposes unless the user says so. */
    static long reservedOfCgroup() {
        return new CgroupMemory(FILE_ROOT).limit() / RESERVED_SHARE;
    }

    private static void requireReserve(long reserve) {
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

    private static Resource measured(String name, Supplier<Gauge> gauge) {
        return new Resource(name, gauge, DEFAULT_INTERVAL);
    }

    /**
     * Returns this resource with another name.
     *
     * @throws IllegalArgumentException if that is blank
     */
    public Resource named(String other) {
        Objects.requireNonNull(other, "other");
        return new Resource(other, settings.gauge(), settings.interval());
    }

    /**
     * Returns this resource, measured at most once in another interval.
     *
     * @throws IllegalArgumentException if the interval isn't above zero
     * @throws IllegalStateException if this resource isn't measured
     */
    public Resource every(Duration other) {
        Objects.requireNonNull(other, "other");
        if (!settings.isLive()) {
            throw new IllegalStateException("'" + settings.name() + "' isn't measured, its capacity is given");
        }
        if (other.isNegative() || other.isZero()) {
            throw new IllegalArgumentException("interval of '" + settings.name() + "' must be above zero: " + other);
        }
        return new Resource(settings.name(), settings.gauge(), other);
    }

    /** Returns the name. */
    public String name() {
        return settings.name();
    }

    ResourceSettings settings() {
        return settings;
    }

    @Override
    public String toString() {
        return settings.isLive() ? settings.name() + " measured every " + settings.interval() : settings.name();
    }
}
