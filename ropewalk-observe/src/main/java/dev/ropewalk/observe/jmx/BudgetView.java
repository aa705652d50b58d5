package dev.ropewalk.observe.jmx;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.limit.ResourceStats;
import dev.ropewalk.scheduler.TimeDistribution;
import java.util.List;

/** What a budget has admitted, which has no limit of its own, and its resources. */
record BudgetView(
        long inFlight,
        long waiting,
        long admitted,
        long rejected,
        long expired,
        long cancelled,
        long waits,
        long meanWaitNanos,
        long maxWaitNanos,
        List<ResourceStats> resources) {
    static BudgetView of(BudgetStats stats) {
        AdmissionStats admission = stats.admission();
        TimeDistribution waits = admission.waits();
        return new BudgetView(
                admission.inFlight(),
                admission.waiting(),
                admission.admitted(),
                admission.rejected(),
                admission.expired(),
                admission.cancelled(),
                waits.count(),
                waits.mean().toNanos(),
                waits.max().toNanos(),
                stats.resources());
    }
}
