package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.fault.FaultPlan;
import dev.ropewalk.sim.fault.FaultReach;
import dev.ropewalk.sim.fault.FaultRule;
import dev.ropewalk.sim.thread.Place;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Makes go wrong in a world what its plan says. */
final class WorldFaults {
    private static final int LONGEST_STALL_MICROS = 10_000;
    private static final int LONGEST_JUMP_MILLIS = 10_000;

    /** The place of what strikes no party. */
    private static final String CLOCK = "the clock";

    private final WorldHost host;
    private final FaultPlan plan;
    private final @Nullable StepLog log;

    WorldFaults(WorldHost host, FaultPlan plan, @Nullable StepLog log) {
        this.host = host;
        this.plan = plan;
        this.log = log;
    }

    /** Lets no more faults happen. */
    void end() {
        plan.end();
    }

    /** Returns how far the run has come, by the rules at places. */
    Map<FaultRule, FaultReach> reach() {
        return plan.reach();
    }

    private boolean strikes(Fault fault, @Nullable Party party, Object place) {
        if (plan.isEmpty() || !plan.strikes(fault, plan.needsPlace(fault) ? StableText.of(place.toString()) : "")) {
            return false;
        }
        if (log != null) {
            log.addFault(party == null ? StepLog.NO_PARTY : party.number, fault, place, host.now());
        }
        return true;
    }

    /** Decides about a fault that the code of a model carries out, for the party that runs, if one does. */
    boolean isStruck(FaultKind kind, Object place, @Nullable Party running) {
        return strikes(
                switch (kind) {
                    case ACTOR_FAILURE -> Fault.ACTOR_FAILURE;
                    case TASK_FAILURE -> Fault.TASK_FAILURE;
                    case FULL -> Fault.FULL;
                    case REJECTION -> Fault.REJECTION;
                    case CANCELLED_WAIT -> Fault.CANCELLED_WAIT;
                    case ALLOCATION_FAILURE -> Fault.ALLOCATION_FAILURE;
                    case TORN_WRITE -> Fault.TORN_WRITE;
                    case LOST_PAGE -> Fault.LOST_PAGE;
                    case BIT_FLIP -> Fault.BIT_FLIP;
                    case FULL_DISK -> Fault.FULL_DISK;
                    case FAILED_FORCE -> Fault.FAILED_FORCE;
                },
                running,
                place);
    }

    /** Holds up a party that has announced a step; returns false if it is ready as usual. */
    boolean stalls(Party party, Object resource) {
        if (plan.isEmpty()) {
            return false;
        }
        if (party.kind == StepKind.RELEASE && strikes(Fault.LOST_PERMIT, party, resource)) {
            party.isStalled = true;
            party.isLost = true;
            return true;
        }
        if (strikes(Fault.STALL, party, party)) {
            party.isStalled = true;
            host.at(host.later(drawnMicros()), () -> {
                party.isStalled = false;
                if (!party.isReady()) {
                    host.ready(party);
                }
            });
            return true;
        }
        return false;
    }

    private long drawnMicros() {
        return TimeUnit.MICROSECONDS.toNanos(1L + host.draw(LONGEST_STALL_MICROS));
    }

    /** The code at a place has begun to wait. */
    void blocked(Place place) {
        Thread thread = place.thread();
        if (plan.isEmpty() || thread == null || !(place.holder() instanceof Party party)) {
            return;
        }
        if (strikes(Fault.SPURIOUS_WAKE_UP, party, party)) {
            host.at(host.later(drawnMicros()), () -> host.unpark(thread));
        }
        if (strikes(Fault.INTERRUPT, party, party)) {
            host.at(host.later(drawnMicros()), thread::interrupt);
        }
    }

    /** Returns by how much the clock jumps, in nanoseconds. */
    long jump() {
        return strikes(Fault.CLOCK_JUMP, null, CLOCK)
                ? TimeUnit.MILLISECONDS.toNanos(1L + host.draw(LONGEST_JUMP_MILLIS))
                : 0;
    }

    /** Returns whether a strand goes on at a worker that hasn't run it. */
    boolean moves(Party party) {
        return strikes(Fault.MOVE, party, party);
    }
}
