package dev.ropewalk.console.view;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.TimeDistribution;
import java.util.HashMap;
import java.util.Map;

/** How long the tasks of each scheduler have taken since the look before. Asking has schedulers record that for a minute. Not thread-safe. */
final class TaskTimes {
    private Map<String, TimeDistribution> before = Map.of();

    Map<String, TimeDistribution> look() {
        Map<String, TimeDistribution> now = new HashMap<>();
        Map<String, TimeDistribution> since = new HashMap<>();
        for (Map.Entry<String, Scheduler> entry : Scheduler.live().entrySet()) {
            String name = entry.getKey();
            TimeDistribution times = entry.getValue().taskTimes();
            now.put(name, times);
            since.put(name, since(times, before.getOrDefault(name, TimeDistribution.none())));
        }
        before = now;
        return since;
    }

    private static TimeDistribution since(TimeDistribution now, TimeDistribution before) {
        try {
            return now.since(before);
        } catch (IllegalArgumentException another) {
            return now; // a scheduler of the same name has taken its place
        }
    }
}
