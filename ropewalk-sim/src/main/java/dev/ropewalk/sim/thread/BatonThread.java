package dev.ropewalk.sim.thread;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Notes;
import dev.ropewalk.scheduler.step.SchedulerThread;
import dev.ropewalk.scheduler.step.StepKind;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread that runs only while it has the baton. The fields belong to the thread that has it, but for the turn, which
 * hands it over: it is written by the giver and read by the taker, so all that was done before happens-before what follows.
 */
final class BatonThread extends SchedulerThread {
    final BatonPlaces places;
    final BatonPlace place;
    private final Runnable body;
    private volatile boolean turn;

    private volatile boolean awaiting;

    /** An interrupt that came while this thread waited for its turn. */
    private volatile boolean interrupted;

    BatonThread(String name, BatonPlaces places, BatonPlace place, Runnable body) {
        super(name);
        this.places = places;
        this.place = place;
        this.body = body;
        setDaemon(true);
    }

    /** Starts the thread first, which waits for its turn: if that fails, the world has no party for it. */
    @Override
    public void start() {
        super.start();
        places.started(place);
    }

    /** Lets this thread, which waits for its turn or isn't started, go on. */
    void give() {
        turn = true;
        LockSupport.unpark(this);
    }

    void awaitTurn() {
        awaiting = true;
        while (!turn) {
            LockSupport.park();
            interrupted |= Thread.interrupted();
        }
        awaiting = false;
        turn = false;
        places.awaitEnded();
        if (interrupted) {
            interrupted = false;
            super.interrupt();
        }
    }

    boolean isAwaitingTurn() {
        return awaiting;
    }

    @Override
    public void run() {
        awaitTurn();
        try {
            if (!places.host.isEnded()) {
                body.run();
            }
        } catch (Throwable uncaught) {
            getUncaughtExceptionHandler().uncaughtException(this, uncaught);
        } finally {
            places.end(place);
        }
    }

    @Override
    public void interrupt() {
        super.interrupt();
        places.interrupted(place);
    }

    @Override
    public boolean isInterrupted() {
        return super.isInterrupted() || interrupted;
    }

    @Override
    public void unpark() {
        places.unpark(this);
    }

    @Override
    public Optional<Scheduler> scheduler() {
        return places.host.scheduler();
    }

    @Override
    public boolean runsTask() {
        return places.host.runsTask();
    }

    @Override
    protected void before(StepKind kind, Object resource) {
        places.host.before(kind, resource);
    }

    @Override
    protected boolean isStruck(FaultKind kind, Object at) {
        return places.host.isStruck(kind, at);
    }

    @Override
    protected @Nullable Notes notes() {
        return places.host.notes();
    }

    @Override
    protected long nextNumber(String kind) {
        return places.host.nextNumber(kind);
    }

    @Override
    protected boolean isSimulated() {
        return true;
    }
}
