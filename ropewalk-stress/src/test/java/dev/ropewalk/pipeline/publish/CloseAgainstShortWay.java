package dev.ropewalk.pipeline.publish;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link CloseAgainstSingleClaim} of a claim and a publication that go the short way. */
@JCStressTest
@BrokenBy(in = OwnedClaim.class, method = "tryOpenAtOnce", of = "mayRefuse", flaw = Flaw.ALWAYS_FALSE)
@BrokenBy(in = OwnedClaim.class, method = "publish", of = "isNeeded", flaw = Flaw.ALWAYS_FALSE)
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Published and reported.")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Refused.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Refused, and reported as claimed when the pipeline ended.")
@Outcome(expect = FORBIDDEN, desc = "The event is lost.")
@State
public class CloseAgainstShortWay {
    private final ShortWay shortWay = new ShortWay();

    @Actor
    public void producer(II_Result result) {
        result.r1 = shortWay.publish() ? 1 : 0;
    }

    @Actor
    public void closer(II_Result result) {
        result.r2 = shortWay.close();
    }
}
