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
import org.openjdk.jcstress.infra.results.Z_Result;

/** The last waiter leaves while another begins to wait: the guard stays up for it. */
@JCStressTest
@BrokenBy(in = LimiterCore.class, method = "leave", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = LimiterCore.class, method = "leave", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "true", expect = ACCEPTABLE, desc = "The one who waits is served.")
@Outcome(expect = FORBIDDEN, desc = "The guard was lifted, and the release passed by the waiter.")
@State
public class GuardLifted {
    private final Limiter limiter = Limiter.fixed(1).build();
    private final Permit held = limiter.tryAcquire().orElseThrow();
    private final CompletableFuture<Permit> leaver = limiter.acquireAsync();
    private @Nullable CompletableFuture<Permit> waiter;

    @Actor
    public void leaver() {
        leaver.cancel(false);
    }

    @Actor
    public void waiter() {
        waiter = limiter.acquireAsync();
    }

    @Arbiter
    public void rest(Z_Result result) {
        held.close();
        result.r1 = waiter != null && waiter.isDone();
    }
}
