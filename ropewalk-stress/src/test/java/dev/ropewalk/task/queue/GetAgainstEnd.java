package dev.ropewalk.task.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.waiter.ThreadWaiter;
import dev.ropewalk.task.run.AdmissionStep;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A getter begins to wait while the task ends: it sees the end, or it is told. */
@JCStressTest
@Outcome(
        id = {"0, 0", "0, 1"},
        expect = ACCEPTABLE,
        desc = "It sees the end.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It is told.")
@Outcome(expect = FORBIDDEN, desc = "It waits for ever.")
@State
public class GetAgainstEnd {
    private final TaskFuture<Object> future = new TaskFuture<>((Runnable) AdmissionStep::task);
    private final ThreadWaiter<Boolean> getter = new ThreadWaiter<>("the result");

    @Actor
    public void getter(II_Result result) {
        result.r1 = future.enlist(getter) ? 1 : 0;
    }

    @Actor
    public void runner() {
        future.run();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r2 = getter.isSettled() ? 1 : 0;
    }
}
