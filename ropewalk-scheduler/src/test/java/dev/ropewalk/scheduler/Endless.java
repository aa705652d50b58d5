package dev.ropewalk.scheduler;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** A task that submits itself again each time, until it is told to stop. */
public final class Endless implements Runnable {
    private final Executor executor;
    private final AtomicBoolean stop;
    private volatile long runs;

    private Endless(Executor executor, AtomicBoolean stop) {
        this.executor = executor;
        this.stop = stop;
    }

    public static Endless on(Executor executor, AtomicBoolean stop) {
        var endless = new Endless(executor, stop);
        executor.execute(endless);
        return endless;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // one run at a time
    public void run() {
        runs++;
        if (!stop.get()) {
            executor.execute(this);
        }
    }

    public long runs() {
        return runs;
    }
}
