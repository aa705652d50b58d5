package dev.ropewalk.limit.permit;

import dev.ropewalk.limit.Permit;
import dev.ropewalk.limit.waiter.FutureWaiter;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;

/** A future of a permit, and its place in the limiter. */
public final class FutureAcquire extends FutureWaiter<Permit> {
    private final LimiterCore core;
    private final Place place;

    public FutureAcquire(LimiterCore core, Partition partition) {
        this.core = core;
        this.place = new Place(this, partition);
    }

    public Place place() {
        return place;
    }

    @Override
    protected void withdrawn() {
        Steps.before(StepKind.RELEASE, core);
        core.leave(place);
        place.partition.cancelled.increment();
    }

    @Override
    protected void giveBack(Permit permit) {
        permit.ignore();
    }
}
