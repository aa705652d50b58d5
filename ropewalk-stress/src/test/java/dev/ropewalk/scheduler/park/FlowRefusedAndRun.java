package dev.ropewalk.scheduler.park;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** An executor refuses a run while one of its threads makes it: either the run is made, or the flow hears that it won't be. */
@JCStressTest
@BrokenBy(in = FlowExecutor.Run.class, method = "take", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = ACCEPTABLE,
        desc = "One of both.")
@Outcome(expect = FORBIDDEN, desc = "Two threads own the steps, or none.")
@State
public class FlowRefusedAndRun {
    private int runs;
    private int refusals;
    private final FlowExecutor.Run run = new FlowExecutor.Run(() -> runs++, why -> refusals++);

    @Actor
    public void thread() {
        run.run();
    }

    @Actor
    public void refuser() {
        run.abandon();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = runs;
        result.r2 = refusals;
    }
}
