package dev.ropewalk.task.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** {@link CancelAgainstRun} where the end is decided by a look and a write. */
@JCStressTest
@Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "It was cancelled and never started.")
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "It was cancelled while it ran.")
@Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "It had ended.")
@Outcome(expect = FORBIDDEN, desc = "Cancelled and done, or neither.")
@State
public class CancelAgainstRunBrokenTwin {
    private final BrokenFuture future = new BrokenFuture();

    @Actor
    public void runner(III_Result result) {
        result.r1 = future.run() ? 1 : 0;
    }

    @Actor
    public void canceller(III_Result result) {
        result.r2 = future.cancel() ? 1 : 0;
    }

    @Arbiter
    public void rest(III_Result result) {
        result.r3 = future.isCancelled() ? 1 : 0;
    }
}
