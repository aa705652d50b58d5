package dev.ropewalk.observe.health;

import dev.ropewalk.limit.AdmissionStats;

/** Executors that fall behind or refuse tasks. */
final class ExecutorCheck implements PartCheck<AdmissionStats> {
    @Override
    public void compare(String part, AdmissionStats before, AdmissionStats after, Looks looks) {
        looks.checkDrops(
                part,
                "task",
                "refused or dropped",
                before.rejected(),
                after.rejected(),
                "Let those that submit wait, or allow more tasks at once or more that wait; " + after.inFlight()
                        + " of " + after.limit() + " are in flight");
        LimiterCheck.checkAdmitted(part, "task", before, after, looks);
        looks.checkQueue(
                part,
                "tasks",
                before.waiting(),
                after.waiting(),
                "Allow more tasks at once than " + after.limit() + ", or bound what is submitted");
    }
}
