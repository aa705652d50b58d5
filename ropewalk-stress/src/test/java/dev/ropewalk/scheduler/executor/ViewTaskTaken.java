package dev.ropewalk.scheduler.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A task begins while shutting down takes those that wait: it runs, or it is handed out, never both. */
@JCStressTest
@BrokenBy(in = ViewTask.class, method = "take", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@BrokenBy(in = ViewTask.class, method = "run", of = "body", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = ViewTask.class, method = "take", of = "body", flaw = Flaw.LEFT_OUT)
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = ACCEPTABLE,
        desc = "Run or handed out.")
@Outcome(id = "", expect = FORBIDDEN, desc = "Both or neither.")
@State
public class ViewTaskTaken {
    private final AtomicInteger runs = new AtomicInteger();
    private final ViewTask task = new ViewTask(ViewBench.VIEW, runs::incrementAndGet);

    @Actor
    public void worker() {
        task.run();
    }

    @Actor
    public void stopper(II_Result result) {
        result.r2 = task.take() == null ? 0 : 1;
    }

    @Arbiter
    public void count(II_Result result) {
        result.r1 = runs.get();
    }
}
