package dev.ropewalk.scheduler.strand;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.engine.Unstarted;
import dev.ropewalk.scheduler.worker.Worker;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Two workers' queues between which a strand moves its home. */
final class RehomingBench extends StrandHost implements TaskRunner {
    /** When a thief makes itself the home of a strand that it has run. */
    enum Rehoming {
        BEFORE_THE_RUN,
        /** Broken: it doesn't own the strand any more. */
        AFTER_THE_RUN
    }

    private static final Worker OLD_HOME = Unstarted.newWorker();
    private static final Worker NEW_HOME = Unstarted.newWorker();

    final CountingTask task = new CountingTask();

    private final Rehoming rehoming;
    private final ConcurrentLinkedQueue<SerialStrand> atOldHome = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<SerialStrand> atNewHome = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean running = new AtomicBoolean();

    RehomingBench(Rehoming rehoming) {
        this.rehoming = rehoming;
    }

    SerialStrand newStrand() {
        return new SerialStrand(this, Placement.SOFT, OLD_HOME, null);
    }

    /** Takes a strand from its old home and runs it at the new one, which becomes its home. */
    void stealAndRun() {
        SerialStrand strand = atOldHome.poll();
        if (strand == null) {
            return;
        }
        if (rehoming == Rehoming.BEFORE_THE_RUN) {
            strand.arrive(NEW_HOME, 1);
        }
        run(strand);
        if (rehoming == Rehoming.AFTER_THE_RUN) {
            strand.arrive(NEW_HOME, 1);
            if (strand.toString().endsWith("busy]")) {
                enqueue(strand);
            }
        }
    }

    /** Runs what is queued at either home. */
    void runAtHome() {
        for (ConcurrentLinkedQueue<SerialStrand> queue : List.of(atOldHome, atNewHome)) {
            SerialStrand strand = queue.poll();
            if (strand != null) {
                run(strand);
            }
        }
    }

    private void run(SerialStrand strand) {
        if (rehoming == Rehoming.BEFORE_THE_RUN) {
            runOwned(strand);
        } else if (strand.pending(1) == 0 || !running.compareAndSet(false, true)) {
            task.noteOverlap();
        } else {
            runOwned(strand);
            running.set(false);
        }
    }

    private void runOwned(SerialStrand strand) {
        if (!strand.run(this)) {
            enqueue(strand);
        }
    }

    /** Runs what is queued when all threads have ended; returns how many tasks ran in all, or -1 if two overlapped. */
    int finish() {
        while (!atOldHome.isEmpty() || !atNewHome.isEmpty()) {
            runAtHome();
        }
        return task.runs();
    }

    @Override
    protected void enqueue(SerialStrand strand) {
        (strand.home() == OLD_HOME ? atOldHome : atNewHome).add(strand);
    }

    @Override
    protected void refuseIfClosed() {}

    @Override
    protected @Nullable Worker currentWorker() {
        return null;
    }

    @Override
    protected Scheduler scheduler() {
        return Unstarted.SCHEDULER;
    }

    @Override
    public void runTask(Runnable body) {
        body.run();
    }

    @Override
    public void handle(Consumer<Object> handler, Object message) {
        handler.accept(message);
    }

    @Override
    public boolean tickAndCheck() {
        return false;
    }

    @Override
    public boolean yieldOrRunRound(SerialStrand strand) {
        return false;
    }
}
