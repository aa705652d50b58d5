package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.permit.LimiterCore;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A waiter is cancelled while a permit is released: it goes to the waiter, or is free. */
@JCStressTest
@BrokenBy(in = LimiterCore.class, method = "admitWaiting", of = "grant", flaw = Flaw.ALWAYS_TRUE)
@Outcome(id = "true, true", expect = ACCEPTABLE, desc = "Cancelled, and the permit is free.")
@Outcome(id = "false, false", expect = ACCEPTABLE, desc = "Too late to cancel; the waiter has the permit.")
@Outcome(expect = FORBIDDEN, desc = "The permit was lost or doubled.")
@State
public class CancelAgainstGrant {
    private final Limiter limiter = Limiter.fixed(1).build();
    private final Permit held = limiter.tryAcquire().orElseThrow();
    private final CompletableFuture<Permit> waiter = limiter.acquireAsync();

    @Actor
    public void holder() {
        held.close();
    }

    @Actor
    public void waiter(ZZ_Result result) {
        result.r1 = waiter.cancel(false);
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        result.r2 = limiter.tryAcquire().isPresent();
    }
}
