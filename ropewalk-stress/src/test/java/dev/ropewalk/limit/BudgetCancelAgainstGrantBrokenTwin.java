package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link BudgetCancelAgainstGrant} with a request that looks whether it waits and then withdraws. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It was cancelled in time, and the call is free.")
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It was too late, and has the call.")
@Outcome(expect = FORBIDDEN, desc = "The call was lost.")
@State
public class BudgetCancelAgainstGrantBrokenTwin {
    private final BrokenBudget budget = new BrokenBudget();

    public BudgetCancelAgainstGrantBrokenTwin() {
        budget.enter();
    }

    @Actor
    public void impatient(II_Result result) {
        result.r1 = budget.withdraw() ? 1 : 0;
    }

    @Actor
    public void holder() {
        budget.giveBack(BrokenBudget.CALLS);
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r2 = (int) budget.calls();
    }
}
