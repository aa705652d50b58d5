package dev.ropewalk.sim.machine;

import dev.ropewalk.scheduler.worker.Worker;

/** Decides whether a thief may take strands with soft affinity from a worker: a place to try other rules than the scheduler's. */
@FunctionalInterface
public interface StealRule {
    /** Returns whether the thief may; {@code usual} is what the scheduler's own rule says. */
    boolean mayRob(Worker thief, Worker victim, boolean usual);

    /** Returns the scheduler's own rule. */
    static StealRule usual() {
        return (thief, victim, usual) -> usual;
    }
}
