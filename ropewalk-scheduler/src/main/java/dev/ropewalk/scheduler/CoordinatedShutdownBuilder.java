package dev.ropewalk.scheduler;

import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.base.Durations;
import dev.ropewalk.base.Lists;
import dev.ropewalk.base.Names;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Builds a {@link CoordinatedShutdown}. Immutable: each method returns a changed copy. */
@CheckReturnValue
public final class CoordinatedShutdownBuilder {
    private final String name;
    private final List<Phase> phases;

    private record Phase(String name, long timeoutNanos, ShutdownOrder order) {}

    CoordinatedShutdownBuilder(String name) {
        this(Names.checked(name, "name"), List.of());
    }

    private CoordinatedShutdownBuilder(String name, List<Phase> phases) {
        this.name = name;
        this.phases = phases;
    }

    /**
     * Adds a phase, which begins when the one before is over.
     *
     * @param phase its name, which is used once
     * @param timeout how long its members may take to close, all together
     * @param order whether they are closed at once or one after another
     * @throws IllegalArgumentException if the name is used or blank, or the time isn't above zero
     */
    public CoordinatedShutdownBuilder phase(String phase, Duration timeout, ShutdownOrder order) {
        Objects.requireNonNull(timeout, "timeout");
        Names.checked(phase, "phase");
        Objects.requireNonNull(order, "order");
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("the time of phase " + phase + " must be above zero, not " + timeout);
        }
        for (Phase other : phases) {
            if (other.name.equals(phase)) {
                throw new IllegalArgumentException("shutdown " + name + " has a phase " + phase + " already");
            }
        }
        var added = new Phase(phase, Durations.delayNanos(timeout), order);
        return new CoordinatedShutdownBuilder(name, Lists.with(phases, added));
    }

    /**
     * Returns a shutdown without members.
     *
     * @throws IllegalStateException if it has no phase
     */
    public CoordinatedShutdown build() {
        if (phases.isEmpty()) {
            throw new IllegalStateException("shutdown " + name + " has no phase");
        }
        return new CoordinatedShutdown(this);
    }

    String name() {
        return name;
    }

    void addPhasesOf(CoordinatedShutdown owner, List<ShutdownPhase> target) {
        for (Phase phase : phases) {
            target.add(new ShutdownPhase(owner, phase.name, phase.timeoutNanos, phase.order));
        }
    }
}
