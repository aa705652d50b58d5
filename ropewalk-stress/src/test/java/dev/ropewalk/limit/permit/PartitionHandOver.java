package dev.ropewalk.limit.permit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
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

/** A lent slot is released while its owner begins to wait: it goes to one of the two who wait, not to both. */
@JCStressTest
@BrokenBy(in = LimiterCore.class, method = "giveLocked", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = LimiterCore.class, method = "giveLocked", of = "unlock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = SlotWord.class, method = "take", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The owner has its slot back.")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The owner came later.")
@Outcome(expect = FORBIDDEN, desc = "The slot was given to both, or to nobody.")
@State
public class PartitionHandOver {
    private final Limiter limiter =
            Limiter.fixed(2).partition("owner", 0.5).partition("debtor", 0.5).build();
    private final Limiter owner = limiter.partition("owner");
    private final Limiter debtor = limiter.partition("debtor");
    private final Permit own = debtor.tryAcquire().orElseThrow();
    private final Permit lent = debtor.tryAcquire().orElseThrow();
    private final CompletableFuture<Permit> wish = debtor.acquireAsync();
    private @Nullable CompletableFuture<Permit> claim;

    @Actor
    public void debtor() {
        lent.close();
    }

    @Actor
    public void owner() {
        claim = owner.acquireAsync();
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        result.r1 = claim != null && claim.isDone();
        result.r2 = wish.isDone();
        own.close();
    }
}
