package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The time of a request is up while what it waits for is given back. */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Its time was up, and the call is free.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It has the call.")
@Outcome(expect = FORBIDDEN, desc = "The call was lost.")
@State
public class BudgetTimeoutAgainstGrant {
    private static final Duration MOMENT = Duration.ofNanos(1);
    private static final Demand CALL = Demand.of("calls", 1);

    private final Budget budget = Budget.builder().resource("calls", 1).build();
    private final Grant held = budget.tryAcquire(CALL).orElseThrow();

    @Actor
    public void impatient(II_Result result) {
        try {
            result.r1 = budget.tryAcquire(CALL, MOMENT).isPresent() ? 1 : 0;
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts", e);
        }
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
