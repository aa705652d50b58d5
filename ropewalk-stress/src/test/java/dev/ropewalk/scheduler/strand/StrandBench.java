package dev.ropewalk.scheduler.strand;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.engine.Unstarted;
import dev.ropewalk.scheduler.queue.Inbox;
import dev.ropewalk.scheduler.worker.Worker;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The least that a strand needs to run: a queue, and threads that take strands from it. */
final class StrandBench extends StrandHost implements TaskRunner {
    final CountingTask task = new CountingTask();

    private final Inbox queue = new Inbox();
    private final ConcurrentLinkedQueue<BrokenStrand> brokenQueue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger enqueued = new AtomicInteger();
    private boolean leaving;

    SerialStrand newStrand() {
        return new SerialStrand(this, Placement.FREE, null, null);
    }

    SerialStrand newMessageStrand() {
        return new SerialStrand(this, Placement.FREE, null, message -> task.run());
    }

    void leaveAfterEachTask() {
        leaving = true;
    }

    /** Takes a strand from the queue, if there is one, and runs it as a worker does. Returns whether there was one. */
    boolean runQueued() {
        if (queue.poll() instanceof SerialStrand strand) {
            if (!strand.run(this)) {
                enqueue(strand);
            }
            return true;
        }
        BrokenStrand broken = brokenQueue.poll();
        if (broken != null) {
            broken.run();
        }
        return broken != null;
    }

    /** Runs what is queued when all threads have ended; returns how many tasks ran in all, or -1 if two overlapped. */
    int finish() {
        boolean found = true;
        while (found) {
            found = runQueued();
        }
        return task.runs();
    }

    int enqueued() {
        return enqueued.get();
    }

    @Override
    protected void enqueue(SerialStrand strand) {
        enqueued.incrementAndGet();
        queue.put(strand);
    }

    void enqueue(BrokenStrand strand) {
        enqueued.incrementAndGet();
        brokenQueue.add(strand);
    }

    boolean isLeaving() {
        return leaving;
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
        return leaving;
    }

    @Override
    public boolean yieldOrRunRound(SerialStrand strand) {
        return true;
    }
}
