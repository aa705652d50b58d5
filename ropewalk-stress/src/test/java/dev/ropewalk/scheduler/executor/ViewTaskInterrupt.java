package dev.ropewalk.scheduler.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A task is interrupted as it ends: the interrupt hits it or is dropped, and never reaches what its worker runs next. */
@JCStressTest
@BrokenBy(in = ViewTask.class, method = "end", of = "compareAndSet", flaw = Flaw.ALWAYS_TRUE)
@BrokenBy(in = ViewTask.class, method = "end", of = "runner", flaw = Flaw.LEFT_OUT)
@Outcome(id = "0", expect = ACCEPTABLE, desc = "No interrupt is left on the worker.")
@Outcome(id = "", expect = FORBIDDEN, desc = "The worker's next task is interrupted.")
@State
public class ViewTaskInterrupt {
    private final ViewTask task = ViewBench.newTask();
    private volatile boolean stopped;

    @Actor
    public void worker(I_Result result) {
        task.run();
        while (!stopped) {
            Thread.onSpinWait();
        }
        result.r1 = ViewBench.takeInterrupt();
    }

    @Actor
    public void stopper() {
        task.interrupt();
        stopped = true;
    }
}
