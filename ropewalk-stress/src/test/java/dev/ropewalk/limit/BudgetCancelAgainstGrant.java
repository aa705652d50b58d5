package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.waiter.AdmissionWaiter;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A request is cancelled while what it waits for is given back. */
@JCStressTest
@BrokenBy(in = AdmissionWaiter.class, method = "withdraw", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It was cancelled in time, and the call is free.")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It was too late, and has the call.")
@Outcome(expect = FORBIDDEN, desc = "The call was lost.")
@State
public class BudgetCancelAgainstGrant {
    private static final Demand CALL = Demand.of("calls", 1);

    private final Budget budget = Budget.builder().resource("calls", 1).build();
    private final Grant held = budget.tryAcquire(CALL).orElseThrow();
    private final CompletableFuture<Grant> waiting = budget.acquireAsync(CALL);

    @Actor
    public void impatient(II_Result result) {
        result.r1 = waiting.cancel(false) ? 1 : 0;
    }

    @Actor
    public void holder() {
        held.close();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r2 = (int) budget.available("calls");
    }
}
