package dev.ropewalk.task;

import org.jspecify.annotations.Nullable;

/** A future that waits in a budget. */
final class PendingFuture extends FutureWaiter<Grant> {
    private final Admission admission;

    /** Null until {@link #enter} has returned: a future isn't shown to its user before. */
    private @Nullable PendingRequest pending;

    PendingFuture(Admission admission) {
        this.admission = admission;
    }

    void enter(Request request) {
        pending = admission.enter(request, this);
    }

    @Override
    void withdrawn() {
        PendingRequest place = pending;
        if (place != null) {
            admission.leave(place, false);
        }
    }

    @Override
    void giveBack(Grant grant) {
        grant.close();
    }
}
