package dev.ropewalk.pipeline.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * {@link ReportAgainstPublish} with an account in two passes, one for the published and one for the unpublished. It is another
 * algorithm: a single pass has no fence and no check without which it would count in two.
 */
@JCStressTest
@Outcome(id = "16", expect = ACCEPTABLE, desc = "Each is counted once.")
@Outcome(expect = FORBIDDEN, desc = "One is counted twice, or not at all.")
@State
public class ReportAgainstPublishBrokenTwin {
    private final Claimed claimed = new Claimed();

    @Actor
    public void producer() {
        claimed.publish();
    }

    @Actor
    public void closer(I_Result result) {
        int unhandled = Claimed.unhandled(claimed.left());
        int unpublished = (int) claimed.left().unpublished();
        result.r1 = unhandled + unpublished;
    }
}
