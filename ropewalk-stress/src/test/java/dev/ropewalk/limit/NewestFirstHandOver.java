package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.permit.LimiterCore;
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

/** A permit is released while another begins to wait, newest first: it goes to one of them, and the rest wait. */
@JCStressTest
@BrokenBy(in = LimiterCore.class, method = "giveLocked", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = LimiterCore.class, method = "giveLocked", of = "unlock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = SlotWord.class, method = "take", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The newer one was in time.")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The older one was alone.")
@Outcome(expect = FORBIDDEN, desc = "The permit was given to both, or to nobody.")
@State
public class NewestFirstHandOver {
    private final Limiter limiter = Limiter.fixed(1).newestFirst(true).build();
    private final Permit held = limiter.tryAcquire().orElseThrow();
    private final CompletableFuture<Permit> older = limiter.acquireAsync();
    private @Nullable CompletableFuture<Permit> newer;

    @Actor
    public void holder() {
        held.close();
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
