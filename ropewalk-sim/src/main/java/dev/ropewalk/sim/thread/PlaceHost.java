package dev.ropewalk.sim.thread;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Notes;
import dev.ropewalk.scheduler.step.StepKind;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@link Places} tell and ask the world. All is called by the one thread that runs at that moment. */
public interface PlaceHost {
    /** Returns the place to go on with, or null to stop. */
    @Nullable
    Place next();

    /** A thread was started; it hasn't run yet. */
    void started(Place place);

    /** The code at a place waits until it is {@link #woken}. */
    void blocked(Place place);

    /** Returns whether the world has ended, so that what is stopped must not go on. */
    boolean isEnded();

    /** Returns how the world has ended, if it has failed. A guess if it is called by another thread. */
    @Nullable
    WorldFailure failure();

    /** Returns how many steps were taken so far. A guess if it is called by another thread. */
    long steps();

    /** The code at a place, which was blocked, can go on. */
    void woken(Place place);

    /** The code at a place lets others go first. */
    void yielded(Place place);

    /** The thread at a place has ended. */
    void ended(Place place);

    /** A thread that isn't the world's has woken code of the world. */
    void wokenByStranger(Place place, Throwable where);

    /** Runs something short when time has passed; returns what cancels it. */
    Runnable after(long nanos, Runnable task);

    /** As {@link #after}, for code that reads the real clock then: so much real time must have passed, too. */
    Runnable afterRealTime(long nanos, Runnable task);

    /** The scheduler of the world. */
    Optional<Scheduler> scheduler();

    /** As {@link dev.ropewalk.scheduler.step.SchedulerThread#before}. */
    void before(StepKind kind, Object resource);

    /** As {@link dev.ropewalk.scheduler.step.SchedulerThread#isStruck}. */
    boolean isStruck(FaultKind kind, Object place);

    /** As {@link dev.ropewalk.scheduler.step.SchedulerThread#notes}. */
    @Nullable
    Notes notes();

    /** As {@link dev.ropewalk.scheduler.step.SchedulerThread#nextNumber}. */
    long nextNumber(String kind);

    /** As {@link dev.ropewalk.scheduler.step.SchedulerThread#runsTask}. */
    boolean runsTask();
}
