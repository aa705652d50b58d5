package dev.ropewalk.task.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link GetAgainstEnd} where the getter looks before it is on the list. */
@JCStressTest
@Outcome(
        id = {"0, 0", "0, 1"},
        expect = ACCEPTABLE,
        desc = "It sees the end.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It is told.")
@Outcome(expect = FORBIDDEN, desc = "It waits for ever.")
@State
public class GetAgainstEndBrokenTwin {
    private final BrokenFuture future = new BrokenFuture();
    private boolean told;

    @Actor
    public void getter(II_Result result) {
        result.r1 = future.enlist() ? 1 : 0;
    }

    @Actor
    public void runner() {
        told = future.end();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r2 = told ? 1 : 0;
    }
}
