package dev.ropewalk.scheduler;

/** Builds a {@link Scheduler} that runs on real threads. */
public final class SchedulerBuilder {
    SchedulerBuilder() {}

    /** Returns a running scheduler. */
    public Scheduler build() {
        return java.util.ServiceLoader.load(Scheduler.class).findFirst().orElseThrow();
    }
}
