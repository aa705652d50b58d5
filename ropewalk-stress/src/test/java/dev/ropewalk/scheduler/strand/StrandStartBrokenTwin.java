package dev.ropewalk.scheduler.strand;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link StrandStart} with a start that looks first and acts then. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "Handled once.")
@Outcome(id = "", expect = FORBIDDEN, desc = "The message was lost.")
@State
public class StrandStartBrokenTwin {
    private final CountingTask task = new CountingTask();
    private final BrokenMessageStrand strand =
            new BrokenMessageStrand(BrokenMessageStrand.Flaw.START_BY_CHECK_THEN_ACT, task);

    @Actor
    public void maker() {
        strand.start();
    }

    @Actor
    public void sender() {
        strand.send();
    }

    @Arbiter
    public void rest(I_Result result) {
        strand.runQueued();
        result.r1 = task.runs();
    }
}
