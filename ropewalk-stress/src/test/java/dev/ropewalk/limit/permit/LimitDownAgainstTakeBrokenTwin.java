package dev.ropewalk.limit.permit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.NaiveLimiter;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** {@link LimitDownAgainstTake} with a limit in a word of its own. */
@JCStressTest
@Outcome(id = "true, 2", expect = ACCEPTABLE, desc = "Taken before the limit went down.")
@Outcome(id = "false, 1", expect = ACCEPTABLE, desc = "The lower limit was seen.")
@Outcome(expect = FORBIDDEN, desc = "A slot was taken above the limit.")
@State
public class LimitDownAgainstTakeBrokenTwin {
    private final NaiveLimiter limiter = new NaiveLimiter(2, 1);

    @Actor
    public void owner(ZI_Result result) {
        limiter.setLimit(1);
        result.r2 = limiter.inFlight();
    }

    @Actor
    public void taker(ZI_Result result) {
        result.r1 = limiter.tryAcquire();
    }
}
