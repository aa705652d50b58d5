package dev.ropewalk.pipeline.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.lifecycle.Leftovers;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Events are published while what is left is counted: each is counted once, as unhandled or as unpublished. */
@JCStressTest
@Outcome(id = "16", expect = ACCEPTABLE, desc = "Each is counted once.")
@Outcome(expect = FORBIDDEN, desc = "One is counted twice, or not at all.")
@State
public class ReportAgainstPublish {
    private final Claimed claimed = new Claimed();

    @Actor
    public void producer() {
        claimed.publish();
    }

    @Actor
    public void closer(I_Result result) {
        Leftovers left = claimed.left();
        result.r1 = Claimed.unhandled(left) + (int) left.unpublished();
    }
}
