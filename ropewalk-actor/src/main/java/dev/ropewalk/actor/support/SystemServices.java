package dev.ropewalk.actor.support;

import dev.ropewalk.actor.EventStream;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * What every room needs of an actor system and what needs no actor: its scheduler, its log, its event stream, and the threads that
 * run callbacks. {@code CellSystem} adds what cells need, and the system itself is {@code LocalActorSystem}.
 */
public abstract class SystemServices {
    private final String name;
    private final Scheduler scheduler;
    private final Strand timerStrand;
    private final Completions completions;
    private final ActorCounts counts = new ActorCounts();
    private final FailedStops failedStops = new FailedStops();
    private final LimitedLog failures;
    private final LimitedLog stops;

    protected SystemServices(String name, Scheduler scheduler) {
        Loggers.initialize();
        this.name = name;
        this.scheduler = scheduler;
        this.timerStrand = scheduler.newStrand();
        this.completions = new Completions(scheduler, name);
        this.failures = new LimitedLog(Loggers.LOG, "actor system " + name, scheduler::nanoTime);
        this.stops = new LimitedLog(Loggers.LOG, "stopped actors of system " + name, scheduler::nanoTime);
    }

    /** Returns the name of the system. */
    public final String name() {
        return name;
    }

    /** Returns the scheduler that runs the actors. */
    public final Scheduler scheduler() {
        return scheduler;
    }

    /** Returns what is counted over all actors. */
    public final ActorCounts counts() {
        return counts;
    }

    /** Returns which actors have stopped because they failed. */
    public final FailedStops failedStops() {
        return failedStops;
    }

    /** Returns the event stream. */
    public abstract EventStream events();

    /** Returns the strand on which the timers of the system and of its actors fire. */
    public final Strand timerStrand() {
        return timerStrand;
    }

    /** Returns what runs code that users have attached to futures. */
    public final Completions completions() {
        return completions;
    }

    /** Returns whether the system ends because its scheduler was closed. */
    public abstract boolean isEndedByScheduler();

    /** Runs something short later, on a strand of the system; never, if the scheduler is closed by then. */
    public final void later(Runnable task, Duration delay) {
        try {
            scheduler.schedule(timerStrand, task, delay);
        } catch (RejectedExecutionException closed) {
            Loggers.LOG.log(
                    Level.DEBUG, () -> "actor system " + name + ": a delay of " + delay + " was dropped", closed);
        }
    }

    /** Runs something later that may run code of users: a handler of the log, for instance. */
    public final void asideLater(Runnable task, Duration delay) {
        later(() -> completions.run(task), delay);
    }

    /** Hands what no supervisor decides about to the scheduler's handler of uncaught exceptions. Throws nothing. */
    public final void raise(Throwable unchecked) {
        try {
            scheduler.execute(() -> {
                if (unchecked instanceof Error error) {
                    throw error;
                }
                throw unchecked instanceof RuntimeException plain ? plain : new IllegalStateException(unchecked);
            });
        } catch (Throwable closedOrNoMemory) {
            failures.log(
                    Level.ERROR,
                    () -> "actor system " + name + " could not hand an error to the scheduler: " + closedOrNoMemory,
                    unchecked);
        }
    }

    public final void log(Level level, String text) {
        Loggers.LOG.log(level, text);
    }

    /** Logs what code of users has thrown, at a limited rate; the text names the actor. Throws nothing. */
    public final void logFailure(Supplier<String> text, Throwable cause) {
        failures.log(Level.WARNING, text, cause);
    }

    /**
     * Logs a failure that has ended an actor. The rate is limited, too, but not by other failures: those that led to
     * the end would hold back the line about it. Throws nothing.
     */
    public final void logStop(Supplier<String> text, Throwable cause) {
        stops.log(Level.WARNING, text, cause);
    }

    /** Returns the log of what code of users has thrown. */
    protected final LimitedLog failures() {
        return failures;
    }

    /** Logs how many failures were held back, at the end. */
    protected final void endFailures() {
        failures.end(Level.WARNING);
        stops.end(Level.WARNING);
    }
}
