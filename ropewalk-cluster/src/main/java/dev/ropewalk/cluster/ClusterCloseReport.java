package dev.ropewalk.cluster;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.scheduler.CloseReport;
import java.util.Map;

/**
 * What closing a {@link Cluster} left undone.
 *
 * @param unfinished how many entities of which type hadn't handled all that waited for them when the time was up; what waited became dead letters
 */
public record ClusterCloseReport(Map<String, Integer> unfinished) implements CloseReport {
    /** Makes a copy of the map. */
    public ClusterCloseReport {
        unfinished = Nulls.copy(unfinished, "unfinished");
    }

    @Override
    public boolean isComplete() {
        return unfinished.isEmpty();
    }
}
