package dev.ropewalk.graph.run;

import dev.ropewalk.graph.order.StartList;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.RejectedExecutionException;

/**
 * The wait between two attempts of an action. In its slot, from which it is taken once: when the time is up, when the run stops,
 * or when nothing will ever end the wait, because the scheduler has closed; then the action has failed with its last error.
 */
final class RetryDelay implements Slots.Mark, Abandonable {
    private final Execution execution;
    private final int action;
    private final int attempts;
    private final Throwable error;

    RetryDelay(Execution execution, int action, int attempts, Throwable error) {
        this.execution = execution;
        this.action = action;
        this.attempts = attempts;
        this.error = error;
    }

    /** Called when the time is up. */
    @Override
    public void run() {
        if (execution.slots.replace(action, this, new Slots.Again(attempts))) {
            execution.startOutside(starts -> execution.again(action, starts));
        }
    }

    @Override
    public void abandon() {
        execution.startOutside(starts -> giveUp(
                new RejectedExecutionException(
                        "no attempt after " + attempts + ": the scheduler of the run has closed"),
                starts));
    }

    /** Lets the action fail, if it still waits. */
    void giveUp(Throwable why, StartList starts) {
        error.addSuppressed(why);
        Slots.Failure failure = new Slots.Failure(error, attempts);
        if (execution.slots.replace(action, this, failure)) {
            execution.end(action, failure, null, starts);
        }
    }

    /** Ends the wait for good; returns false if it has ended already. Its timer may fire later and do nothing. */
    boolean cancel() {
        Steps.before(StepKind.CLOSE, execution);
        return execution.slots.replace(action, this, Slots.Cancelled.CANCELLED);
    }
}
