package dev.ropewalk.scheduler;

import dev.ropewalk.base.Durations;
import dev.ropewalk.base.Names;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Builds a {@link CoordinatedShutdown}. Not thread-safe. */
public final class CoordinatedShutdownBuilder {
    private final String name;
    private final List<Phase> phases = new ArrayList<>();

    private record Phase(String name, long timeoutNanos, ShutdownOrder order) {}

    CoordinatedShutdownBuilder(String name) {
        this.name = Names.checked(name, "name");
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
                throw new IllegalArgumentException("there is a phase " + phase + " already");
            }
        }
        phases.add(new Phase(phase, Durations.delayNanos(timeout), order));
        return this;
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
