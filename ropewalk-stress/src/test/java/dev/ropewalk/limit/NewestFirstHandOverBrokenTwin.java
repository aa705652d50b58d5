package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** {@link NewestFirstHandOver} with a limiter that gives the slot back before it hands it on. */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The newer one was in time.")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The older one was alone.")
@Outcome(expect = FORBIDDEN, desc = "The permit was given to both, or to nobody.")
@State
public class NewestFirstHandOverBrokenTwin {
    private final NaiveLimiter limiter = new NaiveLimiter(1, 1);
    private final CompletableFuture<Boolean> older = limiter.acquireAsync();
    private @Nullable CompletableFuture<Boolean> newer;

    @Actor
    public void holder() {
        limiter.release();
    }

    @Actor
    public void newer() {
        newer = limiter.acquireAsync();
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        result.r1 = newer != null && newer.isDone();
        result.r2 = older.isDone();
    }
}
