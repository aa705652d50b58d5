package dev.ropewalk.task.run;

import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import dev.ropewalk.task.OverflowPolicy;

/** Announces tasks that come to a simulation, which may turn a task away for which there is room. */
final class Arrivals {
    private Arrivals() {}

    /** Announces a task that is offered; returns whether it isn't to be taken in. */
    static boolean announceOffered(Object admission) {
        return Steps.announceOrStrike(StepKind.SUBMIT, admission, FaultKind.FULL);
    }

    /** Announces a task that enters; returns whether it is to be rejected, or run by its submitter. */
    static boolean announceEntering(Object admission, OverflowPolicy overflow) {
        if (overflow == OverflowPolicy.REJECT) {
            return Steps.announceOrStrike(StepKind.SUBMIT, admission, FaultKind.REJECTION);
        } else if (overflow == OverflowPolicy.CALLER_RUNS) {
            return Steps.announceOrStrike(StepKind.SUBMIT, admission, FaultKind.FULL);
        }
        Steps.before(StepKind.SUBMIT, admission);
        return false;
    }
}
