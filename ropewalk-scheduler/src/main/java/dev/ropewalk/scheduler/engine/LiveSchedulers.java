package dev.ropewalk.scheduler.engine;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.scheduler.Scheduler;
import java.util.Map;

/** The schedulers on real threads that haven't been closed. */
public final class LiveSchedulers {
    static final Inventory<Scheduler> ALL = new Inventory<>("scheduler");

    private LiveSchedulers() {}

    /** Returns what {@link Scheduler#live} does. */
    public static Map<String, Scheduler> live() {
        return ALL.live(scheduler -> scheduler instanceof WorkStealingScheduler own && own.shutdown.isClosed());
    }
}
