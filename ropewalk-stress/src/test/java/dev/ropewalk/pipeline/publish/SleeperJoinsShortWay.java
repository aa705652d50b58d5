package dev.ropewalk.pipeline.publish;

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

/** {@link SleeperJoins} beside a publication that goes the short way. */
@JCStressTest
@BrokenBy(in = OwnedClaim.class, method = "publish", of = "isNeeded", flaw = Flaw.ALWAYS_FALSE)
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "It sees the event, or it is told, or both.")
@Outcome(expect = FORBIDDEN, desc = "It sleeps beside the event.")
@State
public class SleeperJoinsShortWay {
    private final FirstSleeper first = new FirstSleeper(true);

    @Actor
    public void producer() {
        first.publishTheShortWay();
    }

    @Actor
    public void joiner(II_Result result) {
        result.r1 = first.joinAndLook() ? 1 : 0;
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r2 = first.isTold() ? 1 : 0;
    }
}
