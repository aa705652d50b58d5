package dev.ropewalk.task;

/** The wait between two attempts of an action. In its slot, from which it is taken once: when the time is up, or the run stops. */
final class RetryDelay implements Slots.Mark {
    private final Execution execution;
    private final int action;
    private final int attempts;

    RetryDelay(Execution execution, int action, int attempts) {
        this.execution = execution;
        this.action = action;
        this.attempts = attempts;
    }

    /** Called when the time is up. */
    void end() {
        if (execution.slots.replace(action, this, new Slots.Again(attempts))) {
            execution.outside(starts -> execution.again(action, starts));
        }
    }

    /** Ends the wait for good; returns false if it has ended already. Its timer may fire later and do nothing. */
    boolean cancel() {
        return execution.slots.replace(action, this, Slots.Cancelled.CANCELLED);
    }
}
