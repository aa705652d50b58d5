package dev.ropewalk.scheduler.worker;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.SchedulerThread;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The thread of one worker. */
public final class WorkerThread extends SchedulerThread {
    private final WorkerHost host;
    private final Optional<Scheduler> asCurrent;
    private final Worker worker;
    private final Runnable body;

    public WorkerThread(WorkerHost host, Worker worker, String name, Runnable body) {
        super(name);
        this.host = host;
        this.asCurrent = Optional.of(host);
        this.worker = worker;
        this.body = body;
        setDaemon(true);
        worker.status.awaitThread();
    }

    @Override
    public void run() {
        try {
            worker.status.bindToCaller();
            body.run();
        } finally {
            host.threadEnds(worker);
        }
    }

    @Override
    public Optional<Scheduler> scheduler() {
        return asCurrent;
    }

    /** Returns this thread's worker if it belongs to the given scheduler, else null. */
    @SuppressWarnings("ReferenceEquality") // asks which scheduler it is
    public static @Nullable Worker workerOf(Thread thread, WorkerHost host) {
        return thread instanceof WorkerThread own && own.host == host ? own.worker : null;
    }
}
