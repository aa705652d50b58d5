package dev.ropewalk.scheduler.engine;

import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.AbandonableHandler;
import dev.ropewalk.scheduler.queue.Inbox;
import dev.ropewalk.scheduler.queue.PlainTask;
import dev.ropewalk.scheduler.queue.QueueNode;
import dev.ropewalk.scheduler.queue.WorkDeque;
import dev.ropewalk.scheduler.strand.RescuePool;
import dev.ropewalk.scheduler.strand.SerialStrand;
import dev.ropewalk.scheduler.strand.TaskRunner;
import dev.ropewalk.scheduler.strand.VirtualThreadTask;
import dev.ropewalk.scheduler.strand.VirtualThreadTask.ChildContinuation;
import dev.ropewalk.scheduler.worker.Worker;
import dev.ropewalk.scheduler.worker.WorkerHost;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Empties queues in place of workers that have left: hands tasks to the JDK's common pool, or drops and counts them. */
final class Leftovers implements TaskRunner {
    private final WorkerHost host;
    private final AtomicLong abandoned;
    private final boolean keepAll;
    private final Consumer<Runnable> telling;

    /** At hand for what must go back although memory has run out. */
    private final PlainTask carrier = new PlainTask(null);

    private boolean keep;

    /**
     * Makes one that hands everything on, or all but what must run.
     *
     * @param abandoned counts what is dropped
     * @param telling is given the calls that tell owners what was dropped
     */
    Leftovers(WorkerHost host, AtomicLong abandoned, boolean keepAll, Consumer<Runnable> telling) {
        this.host = host;
        this.abandoned = abandoned;
        this.keepAll = keepAll;
        this.telling = telling;
    }

    void takeAll(Worker worker) {
        drain(worker.inbox, worker);
        drain(worker.pinnedInbox, worker);
        drain(worker.deque, worker);
        drain(worker.pinnedDeque, worker);
        SerialStrand parked = worker.takeParkedStrand();
        if (parked != null) {
            takeOrPutBack(parked, worker);
        }
    }

    private void drain(WorkDeque deque, Worker worker) {
        for (Object item = deque.poll(); item != null; item = deque.poll()) {
            takeOrPutBack(item, worker);
        }
    }

    private void drain(Inbox inbox, Worker worker) {
        while (!inbox.isEmpty()) {
            Object item = inbox.poll();
            if (item == null) {
                Thread.onSpinWait();
            } else {
                takeOrPutBack(item, worker);
            }
        }
    }

    /** What is kept either is handed on or stays. What is dropped throws nothing: it is counted already. */
    private void takeOrPutBack(Object item, Worker worker) {
        try {
            take(item);
        } catch (Throwable noMemory) {
            worker.inbox.put(item instanceof QueueNode node ? node : carrier.holding((Runnable) item));
            host.mishaps.any = true;
            throw noMemory;
        }
    }

    private void take(Object item) {
        if (item instanceof SerialStrand strand) {
            if (keepAll) {
                RescuePool.execute(strand);
                return;
            }
            keep = false;
            runToEnd(strand);
        } else {
            keep = keepAll || item instanceof VirtualThreadTask || item instanceof ChildContinuation;
            runTask((Runnable) item);
        }
    }

    /** A strand whose next task is only half submitted asks to be run again. */
    private void runToEnd(SerialStrand strand) {
        while (!strand.run(this)) {
            Thread.onSpinWait();
        }
    }

    @Override
    public void runTask(Runnable task) {
        if (keep) {
            RescuePool.execute(task);
        } else {
            abandoned.incrementAndGet();
            if (task instanceof Abandonable abandonable) {
                tellOrReport(abandonable::abandon);
            }
        }
    }

    @Override
    public void handle(Consumer<Object> handler, Object message) {
        abandoned.incrementAndGet();
        if (handler instanceof AbandonableHandler<Object> owner) {
            note(owner, message);
            tellOrReport(() -> owner.abandon(message));
        }
    }

    private void tellOrReport(Runnable call) {
        try {
            telling.accept(call);
        } catch (Throwable noMemory) {
            host.uncaught(noMemory);
        }
    }

    private void note(AbandonableHandler<Object> owner, Object message) {
        try {
            owner.noteLeftOver(message);
        } catch (Throwable thrown) {
            host.uncaught(thrown);
        }
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
