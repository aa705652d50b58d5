package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link BudgetTimeoutAgainstGrant} with a request that looks whether it waits and then withdraws. */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Its time was up, and the call is free.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It has the call.")
@Outcome(expect = FORBIDDEN, desc = "The call was lost.")
@State
public class BudgetTimeoutAgainstGrantBrokenTwin {
    private final BrokenBudget budget = new BrokenBudget();

    @Actor
    public void impatient(II_Result result) {
        budget.enter();
        result.r1 = budget.withdraw() ? 0 : 1;
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
