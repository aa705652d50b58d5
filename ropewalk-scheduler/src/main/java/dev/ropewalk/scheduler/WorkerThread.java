package dev.ropewalk.scheduler;

/** The thread of one worker. */
final class WorkerThread extends Thread {
    private final WorkStealingScheduler scheduler;
    private final Worker worker;
    private final Runnable body;

    WorkerThread(WorkStealingScheduler scheduler, Worker worker, String name, Runnable body) {
        super(null, null, name, 0, false);
        this.scheduler = scheduler;
        this.worker = worker;
        this.body = body;
        setDaemon(true);
    }

    @Override
    public void run() {
        body.run();
    }

    /** Returns this thread's worker if it belongs to the given scheduler, else null. */
    static @org.jspecify.annotations.Nullable Worker workerOf(Thread thread, WorkStealingScheduler scheduler) {
        return thread instanceof WorkerThread own && own.scheduler == scheduler ? own.worker : null;
    }
}
