package dev.ropewalk.journal.files;

import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.Steps;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;

/** The system's time of day; in a simulation its virtual time, from 1970 on. */
public enum JournalClock implements InstantSource {
    /** The only one. */
    INSTANCE;

    private static final Instant LAST = Instant.ofEpochMilli(CheckedWord.MAX_VALUE);

    /**
     * Returns what a clock says, in milliseconds of the epoch.
     *
     * @throws DateTimeException if that is nothing that a journal can keep
     */
    public static long millis(InstantSource clock) {
        Instant now = instant(clock);
        if (now.isBefore(Instant.EPOCH) || now.isAfter(LAST)) {
            throw new DateTimeException("the journal's clock, " + clock + ", says " + now + ", which isn't between "
                    + Instant.EPOCH + " and " + LAST);
        }
        return now.toEpochMilli();
    }

    /** Returns what a clock says. */
    public static Instant instant(InstantSource clock) {
        return Objects.requireNonNull(clock.instant(), () -> "the journal's clock, " + clock + ", says null");
    }

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
