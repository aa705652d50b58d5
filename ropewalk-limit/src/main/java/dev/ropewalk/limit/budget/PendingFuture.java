package dev.ropewalk.limit.budget;

import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.waiter.FutureWaiter;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import org.jspecify.annotations.Nullable;

/** A future that waits in a budget. */
public final class PendingFuture extends FutureWaiter<Grant> {
    private final Admission admission;

    /** Null until {@link #enter} has returned: a future isn't shown to its user before. */
    private @Nullable PendingRequest pending;

    public PendingFuture(Admission admission) {
        this.admission = admission;
    }

    public void enter(Request request) {
        pending = admission.enter(request, this);
    }

    @Override
    protected void withdrawn() {
        PendingRequest place = pending;
        if (place != null) {
            Steps.before(StepKind.RELEASE, admission);
            admission.leave(place, false);
        }
    }

    @Override
    protected void giveBack(Grant grant) {
        grant.close();
    }
}
