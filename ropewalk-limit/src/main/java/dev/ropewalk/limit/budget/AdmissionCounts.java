package dev.ropewalk.limit.budget;

import dev.ropewalk.base.TimeHistogram;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.scheduler.TimeDistribution;

/** What a budget has admitted and turned away. Guarded by the budget's lock. */
final class AdmissionCounts {
    private final TimeHistogram waits = new TimeHistogram();
    private long inFlight;
    private long admitted;
    private long rejected;
    private long expired;
    private long cancelled;

    void admit() {
        inFlight++;
        admitted++;
    }

    void admitAfter(long nanos) {
        admit();
        waits.recordAlone(nanos);
    }

    void end() {
        inFlight--;
    }

    void reject() {
        rejected++;
    }

    void giveUp(boolean timeIsUp) {
        if (timeIsUp) {
            expired++;
        } else {
            cancelled++;
        }
    }

    /** Returns the figures; a budget has no limit on how many are in flight. */
    AdmissionStats snapshot(String name, long waiting) {
        return new AdmissionStats(
                name,
                Long.MAX_VALUE,
                inFlight,
                waiting,
                admitted,
                rejected,
                expired,
                cancelled,
                TimeDistribution.of(waits));
    }
}
