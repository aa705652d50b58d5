package dev.ropewalk.actor.testkit;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ActorSystemBuilder;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;

/** Builds an {@link ActorTestKit}. Not thread-safe. */
public final class ActorTestKitBuilder {
    private static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(3);
    private static final Duration DEFAULT_CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final ActorSystemBuilder system;
    Duration deadline = DEFAULT_DEADLINE;
    Duration closeTimeout = DEFAULT_CLOSE_TIMEOUT;
    boolean refusesFailures;

    ActorTestKitBuilder(String name) {
        system = ActorSystem.builder(name);
    }

    /** Sets how long expectations wait; the default is 3 seconds. */
    public ActorTestKitBuilder deadline(Duration value) {
        deadline = checkPositive("deadline", value);
        return this;
    }

    /** Sets how long closing waits for actors that still have something to do; the default is 5 seconds. */
    public ActorTestKitBuilder closeTimeout(Duration value) {
        closeTimeout = checkPositive("closeTimeout", value);
        return this;
    }

    /** Sets the scheduler, which isn't closed with the kit; without it the system makes one of its own. */
    public ActorTestKitBuilder scheduler(Scheduler value) {
        system.scheduler(value);
        return this;
    }

    /** Sets the supervision of the system, as {@link ActorSystemBuilder#supervision} does. */
    public ActorTestKitBuilder supervision(Supervision value) {
        system.supervision(value);
        return this;
    }

    /** Has closing throw if an actor failed and the test didn't {@linkplain ActorTestKit#expectFailure expect} that. */
    public ActorTestKitBuilder refuseFailures() {
        refusesFailures = true;
        return this;
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
