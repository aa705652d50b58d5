package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link BudgetCapacityAgainstWait} with a request that looks whether it is met and then waits. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "It has the call.")
@Outcome(expect = FORBIDDEN, desc = "It waits beside a free call.")
@State
public class BudgetCapacityAgainstWaitBrokenTwin {
    private final BrokenBudget budget = new BrokenBudget();

    @Actor
    public void asker() {
        budget.lookAndEnter();
    }

    @Actor
    public void operator() {
        budget.giveBack(BrokenBudget.CALLS);
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = budget.isGranted() ? 1 : 0;
    }
}
