package dev.ropewalk.journal.files;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Instant;
import java.time.InstantSource;

/** The system's time of day; in a simulation its virtual time, from 1970 on. */
public enum JournalClock implements InstantSource {
    /** The only one. */
    INSTANCE;

    @Override
    public Instant instant() {
        Scheduler simulated = Steps.simulatedScheduler();
        return simulated == null ? InstantSource.system().instant() : Instant.EPOCH.plusNanos(simulated.nanoTime());
    }

    @Override
    public String toString() {
        return "the system's clock";
    }
}
