package dev.ropewalk.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.stage.Stages;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A stage for which a producer waits is taken out while that begins to wait: the producer goes on. */
@JCStressTest
@BrokenBy(in = Stages.class, method = "unlink", of = "stageIdle", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "It goes on.")
@Outcome(expect = FORBIDDEN, desc = "It waits for somebody who has gone.")
@State
public class StageLeaves {
    private final Left left = new Left();

    @Actor
    public void producer() {
        left.waitForRoom();
    }

    @Actor
    public void remover() {
        left.remove();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = left.goesOn() ? 1 : 0;
    }
}
