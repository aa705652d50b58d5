package dev.ropewalk.limit.permit;

import dev.ropewalk.limit.Permit;
import dev.ropewalk.limit.waiter.AdmissionWaiter;
import dev.ropewalk.scheduler.park.Parking;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A waiter's place in the {@link WaitLine} of its partition. Its links belong to the limiter's lock. */
public final class Place {
    final AdmissionWaiter<Permit> waiter;
    final Partition partition;
    final long since = Parking.now();
    boolean queued;

    /** What the waiter will be granted, as long as it waits. */
    @Nullable
    LimiterPermit permit;

    @Nullable
    Place before;

    @Nullable
    Place after;

    public Place(AdmissionWaiter<Permit> waiter, Partition partition) {
        this.waiter = waiter;
        this.partition = partition;
    }

    LimiterPermit takePermit() {
        LimiterPermit taken = Objects.requireNonNull(permit, "no caller waits here");
        permit = null;
        return taken;
    }
}
