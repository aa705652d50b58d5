package dev.ropewalk.actor.testkit;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ActorSystemBuilder;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;

/** Builds an {@link ActorTestKit}. Immutable: each method returns a changed copy. */
public final class ActorTestKitBuilder {
    private static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(3);
    private static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final ActorSystemBuilder system;
    final Duration deadline;
    final Duration closeTimeout;
    final boolean refusesFailures;

    ActorTestKitBuilder(String name) {
        this(ActorSystem.builder(name), DEFAULT_DEADLINE, DEFAULT_CLOSE_TIMEOUT, false);
    }

    private ActorTestKitBuilder(
            ActorSystemBuilder system, Duration deadline, Duration closeTimeout, boolean refusesFailures) {
        this.system = system;
        this.deadline = deadline;
        this.closeTimeout = closeTimeout;
        this.refusesFailures = refusesFailures;
    }

    /** Sets how long expectations wait; the default is 3 seconds. */
    public ActorTestKitBuilder deadline(Duration value) {
        return new ActorTestKitBuilder(system, checkPositive("deadline", value), closeTimeout, refusesFailures);
    }

    /** Sets how long closing waits for actors that still have something to do; the default is 5 seconds. */
    public ActorTestKitBuilder closeTimeout(Duration value) {
        return new ActorTestKitBuilder(system, deadline, checkPositive("closeTimeout", value), refusesFailures);
    }

    /**
     * Sets the scheduler, which isn't closed with the kit; without it the system makes one of its own, but in a simulation it takes
     * that one's. All deadlines and timers go by its clock: on a simulation's scheduler the test doesn't wait for them.
     */
    public ActorTestKitBuilder scheduler(Scheduler value) {
        return with(system.scheduler(value));
    }

    /** Sets the supervision of the system, as {@link ActorSystemBuilder#supervision} does. */
    public ActorTestKitBuilder supervision(Supervision value) {
        return with(system.supervision(value));
    }

    private ActorTestKitBuilder with(ActorSystemBuilder changed) {
        return new ActorTestKitBuilder(changed, deadline, closeTimeout, refusesFailures);
    }

    /**
     * Sets whether closing throws if an actor failed and the test didn't {@linkplain ActorTestKit#expectFailure expect} that; the
     * default is false.
     */
    public ActorTestKitBuilder refuseFailures(boolean value) {
        return new ActorTestKitBuilder(system, deadline, closeTimeout, value);
    }

    /** Makes the kit. */
    public ActorTestKit build() {
        return new ActorTestKit(system.build(), this);
    }

    private static Duration checkPositive(String name, Duration value) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException(name + " must be above zero, but is " + value);
        }
        return value;
    }
}
