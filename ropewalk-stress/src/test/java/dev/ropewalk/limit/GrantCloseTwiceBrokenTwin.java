package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link GrantCloseTwice} with a grant that looks whether it is closed and then closes. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "It was given back once.")
@Outcome(expect = FORBIDDEN, desc = "It was given back twice.")
@State
public class GrantCloseTwiceBrokenTwin {
    private final BrokenBudget budget = new BrokenBudget();

    @Actor
    public void one() {
        budget.close();
    }

    @Actor
    public void other() {
        budget.close();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = (int) budget.calls();
    }
}
