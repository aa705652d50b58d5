package dev.ropewalk.scheduler.executor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The tasks of a view whose time hasn't come. */
final class DelayedTasks {
    private final Set<ScheduledTask<?>> tasks = ConcurrentHashMap.newKeySet();

    void add(ScheduledTask<?> task) {
        tasks.add(task);
    }

    void remove(ScheduledTask<?> task) {
        tasks.remove(task);
    }

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    void cancelPeriodic() {
        for (ScheduledTask<?> task : tasks) {
            if (task.isPeriodic()) {
                task.end();
            }
        }
    }

    /**
     * Takes them all, earliest first. Returns when none is left: one whose time comes just now is waited for, until it can be
     * found in the registry. That takes the monitor a few instructions.
     */
    List<Runnable> takeAll() {
        List<ScheduledTask<?>> taken = new ArrayList<>();
        while (!tasks.isEmpty()) {
            tasks.removeIf(task -> {
                boolean mine = task.tryWithdraw();
                if (mine) {
                    task.disarm();
                    taken.add(task);
                }
                return mine;
            });
            Thread.onSpinWait();
        }
        Collections.sort(taken);
        return List.copyOf(taken);
    }
}
