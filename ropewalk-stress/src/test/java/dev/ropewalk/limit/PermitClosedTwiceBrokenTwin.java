package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link PermitClosedTwice} with a permit that looks before it notes that it is released. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "One slot.")
@Outcome(expect = FORBIDDEN, desc = "None was released, or one that another holds.")
@State
public class PermitClosedTwiceBrokenTwin {
    private final NaiveLimiter limiter = new NaiveLimiter(2, 2);
    private volatile boolean released;

    @Actor
    public void closer() {
        close();
    }

    @Actor
    public void dropper() {
        close();
    }

    private void close() {
        if (!released) {
            released = true;
            limiter.release();
        }
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = (limiter.tryAcquire() ? 1 : 0) + (limiter.tryAcquire() ? 1 : 0);
    }
}
