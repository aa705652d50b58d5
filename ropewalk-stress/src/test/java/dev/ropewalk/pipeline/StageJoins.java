package dev.ropewalk.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.stage.StageAttacher;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A stage is added while a producer claims and another stage goes on: no event that it gets was overwritten, and none is left out. */
@JCStressTest
@BrokenBy(in = StageAttacher.class, method = "place", of = "relink", flaw = Flaw.TOO_LATE)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The stage gets all events from its first on.")
@Outcome(expect = FORBIDDEN, desc = "A producer has overtaken the stage.")
@State
public class StageJoins {
    private static final int EVENTS = 8;

    private final Joined joined = new Joined(2);

    @Actor
    public void producer() {
        for (int event = 0; event < EVENTS; event++) {
            joined.publishAndPoll();
        }
    }

    @Actor
    public void joiner() {
        joined.join();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = joined.isOvertaken() ? 0 : 1;
    }
}
