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

/** {@link LimitUpAgainstWait} with a limiter whose queue and limit aren't changed together. */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Admitted.")
@Outcome(expect = FORBIDDEN, desc = "The waiter was overlooked, or a permit too many was given.")
@State
public class LimitUpAgainstWaitBrokenTwin {
    private final NaiveLimiter limiter = new NaiveLimiter(1, 1);
    private @Nullable CompletableFuture<Boolean> waiter;

    @Actor
    public void owner() {
        limiter.setLimit(2);
    }

    @Actor
    public void waiter() {
        waiter = limiter.acquireAsync();
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        result.r1 = waiter != null && waiter.isDone();
        result.r2 = limiter.tryAcquire();
    }
}
