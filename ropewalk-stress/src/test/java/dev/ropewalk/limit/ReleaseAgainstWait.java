package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.permit.SlotWord;
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

/** A permit is released while another begins to wait: it is always handed over. */
@JCStressTest
@BrokenBy(in = SlotWord.class, method = "takeOrGuard", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The waiter has the permit.")
@Outcome(expect = FORBIDDEN, desc = "The wake-up was lost, or a permit too many was given.")
@State
public class ReleaseAgainstWait {
    private final Limiter limiter = Limiter.fixed(1).build();
    private final Permit held = limiter.tryAcquire().orElseThrow();
    private @Nullable CompletableFuture<Permit> waiter;

    @Actor
    public void holder() {
        held.close();
    }

    @Actor
    public void waiter() {
        waiter = limiter.acquireAsync();
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        result.r1 = waiter != null && waiter.isDone();
        result.r2 = limiter.tryAcquire().isPresent();
    }
}
