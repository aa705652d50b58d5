package dev.ropewalk.scheduler.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link ViewTaskInterrupt} with a task that ends without waiting for who is about to interrupt it. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "No interrupt is left on the worker.")
@Outcome(id = "", expect = FORBIDDEN, desc = "The worker's next task is interrupted.")
@State
public class ViewTaskInterruptBrokenTwin {
    private volatile @Nullable Thread runner;
    private volatile boolean stopped;

    @Actor
    public void worker(I_Result result) {
        runner = Thread.currentThread();
        runner = null;
        ViewBench.takeInterrupt();
        while (!stopped) {
            Thread.onSpinWait();
        }
        result.r1 = ViewBench.takeInterrupt();
    }

    @Actor
    public void stopper() {
        Thread running = runner;
        if (running != null) {
            running.interrupt();
        }
        stopped = true;
    }
}
