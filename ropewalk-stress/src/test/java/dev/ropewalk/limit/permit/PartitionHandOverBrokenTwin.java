package dev.ropewalk.limit.permit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.NaiveLimiter;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** {@link PartitionHandOver} with a limiter that gives the slot back before it hands it on. */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The owner has its slot back.")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The owner came later.")
@Outcome(expect = FORBIDDEN, desc = "The slot was given to both, or to nobody.")
@State
public class PartitionHandOverBrokenTwin {
    private final NaiveLimiter limiter = new NaiveLimiter(2, 2);
    private final CompletableFuture<Boolean> wish = limiter.acquireAsync();
    private @Nullable CompletableFuture<Boolean> claim;

    @Actor
    public void debtor() {
        limiter.release();
    }

    @Actor
    public void owner() {
        claim = limiter.acquireAsync();
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        result.r1 = claim != null && claim.isDone();
        result.r2 = wish.isDone();
    }
}
