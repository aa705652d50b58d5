package dev.ropewalk.limit;

import dev.ropewalk.limit.permit.LimiterCore;
import dev.ropewalk.limit.permit.LimiterPermit;
import dev.ropewalk.limit.permit.Partition;
import dev.ropewalk.limit.permit.Place;
import dev.ropewalk.limit.waiter.AdmissionWaiter;
import java.util.List;
import java.util.Objects;

/** The core of a limiter with a single partition. */
final class Core {
    private final Partition partition = new Partition("", 1, 0, false);
    private final LimiterCore core;

    Core(int limit) {
        core = new LimiterCore("core", limit, null, thrown -> true, Integer.MAX_VALUE, List.of(partition));
    }

    LimiterPermit take() {
        return Objects.requireNonNull(core.tryTake(partition), "no permit is free");
    }

    boolean tryTake() {
        return core.tryTake(partition) != null;
    }

    Place enter(AdmissionWaiter<Permit> waiter) {
        var place = new Place(waiter, partition);
        boolean waits = core.enter(place) == LimiterCore.Entry.WAITING;
        if (!waits) {
            throw new IllegalStateException("a permit was free");
        }
        return place;
    }

    /** Returns whether it was admitted at once. */
    boolean enterOrWait(AdmissionWaiter<Permit> waiter) {
        return core.enter(new Place(waiter, partition)) == LimiterCore.Entry.ADMITTED;
    }

    void leave(Place place) {
        core.leave(place);
    }

    void setLimit(int limit) {
        core.setLimit(limit);
    }
}
