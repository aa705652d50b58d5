package dev.ropewalk.cluster;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.scheduler.CloseReport;
import java.util.Map;

/**
 * What closing a {@link Cluster} left undone.
 *
 * @param unfinished how many entities of which type hadn't stopped when the time was up, also those that had nothing to do; what waited for them became dead letters
 */
public record ClusterCloseReport(Map<String, Integer> unfinished) implements CloseReport {
    /** Makes a copy of the map. */
    public ClusterCloseReport {
        unfinished = Nulls.copy(unfinished, "unfinished");
    }

    /** Returns whether all entities had stopped in time. If not, messages may have become dead letters, or none have: a system tells {@link dev.ropewalk.actor.DeadLetter} by its events. */
    @Override
    public boolean isComplete() {
        return unfinished.isEmpty();
    }
}
