package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.permit.LimiterCore;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The limit goes up while another begins to wait: it is admitted. */
@JCStressTest
@BrokenBy(in = LimiterCore.class, method = "moveLimit", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = LimiterCore.class, method = "moveLimit", of = "unlock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = LimiterCore.class, method = "enter", of = "takeOrGuard", flaw = Flaw.SLOW)
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "Admitted.")
@Outcome(expect = FORBIDDEN, desc = "The waiter was overlooked, or a permit too many was given.")
@State
public class LimitUpAgainstWait {
    private final Limiter limiter = Limiter.fixed(1).build();
    private final Permit held = limiter.tryAcquire().orElseThrow();
    private @Nullable CompletableFuture<Permit> waiter;

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
        result.r2 = limiter.tryAcquire().isPresent();
        held.close();
    }
}
