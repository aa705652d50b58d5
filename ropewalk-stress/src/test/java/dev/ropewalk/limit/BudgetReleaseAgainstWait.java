package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.budget.Admission;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A request begins to wait while what it needs is given back. */
@JCStressTest
@BrokenBy(in = Admission.class, method = "enterQuietly", of = "admit", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "It has the call.")
@Outcome(expect = FORBIDDEN, desc = "It waits beside a free call.")
@State
public class BudgetReleaseAgainstWait {
    private static final Demand CALL = Demand.of("calls", 1);

    private final Budget budget = Budget.builder().resource("calls", 1).build();
    private final Grant held = budget.tryAcquire(CALL).orElseThrow();
    private CompletableFuture<Grant> waiting = new CompletableFuture<>();

    @Actor
    public void asker() {
        waiting = budget.acquireAsync(CALL);
    }

    @Actor
    public void holder() {
        held.close();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = waiting.isDone() ? 1 : 0;
    }
}
