package dev.ropewalk.task;

/** A future of a permit, and its place in the limiter. */
final class FutureAcquire extends FutureWaiter<Permit> {
    private final LimiterCore core;
    private final Place place;

    FutureAcquire(LimiterCore core, Partition partition) {
        this.core = core;
        this.place = new Place(this, partition);
    }

    Place place() {
        return place;
    }

    @Override
    void withdrawn() {
        core.leave(place);
        place.partition.cancelled.increment();
    }

    @Override
    void giveBack(Permit permit) {
        permit.ignore();
    }
}
