package dev.ropewalk.scheduler.strand;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JZ_Result;

/** A closer counts the tasks and then looks whether the worker sleeps, which wakes and begins one. */
@JCStressTest
@BrokenBy(in = TaskCounted.class, method = "worker", of = "asleep", flaw = Flaw.TOO_LATE)
@Outcome(
        id = {"0, true", "0, false", "1, false"},
        expect = ACCEPTABLE,
        desc = "The task comes after the count, or the worker is seen to be awake.")
@Outcome(id = "1, true", expect = FORBIDDEN, desc = "The task is among those counted while the worker slept.")
@State
public class TaskCounted {
    private final WorkerCounters counters = new WorkerCounters();
    private volatile boolean asleep = true;

    @Actor
    public void worker() {
        asleep = false;
        counters.task();
    }

    @Actor
    public void closer(JZ_Result result) {
        result.r1 = counters.tasksBegun();
        result.r2 = asleep;
    }
}
