package dev.ropewalk.task.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A task is cancelled while it starts: who cancelled it, and the future, say the same. */
@JCStressTest
@BrokenBy(in = TaskFuture.class, method = "settle", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@BrokenBy(in = TaskFuture.class, method = "cancel", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "It was cancelled and never started.")
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "It was cancelled while it ran.")
@Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "It had ended.")
@Outcome(expect = FORBIDDEN, desc = "Cancelled and done, or neither.")
@State
public class CancelAgainstRun {
    private int ran;
    private final TaskFuture<Object> future = new TaskFuture<>((Runnable) () -> ran = 1);

    @Actor
    public void runner() {
        future.run();
    }

    @Actor
    public void canceller(III_Result result) {
        result.r2 = future.cancel(true) ? 1 : 0;
    }

    @Arbiter
    public void rest(III_Result result) {
        Thread.interrupted();
        result.r1 = ran;
        result.r3 = future.isCancelled() ? 1 : 0;
    }
}
