package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link GrantPartAgainstClose} with a grant that looks what is held and then gives it back. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Everything was given back once.")
@Outcome(expect = FORBIDDEN, desc = "Something was given back twice, or never.")
@State
public class GrantPartAgainstCloseBrokenTwin {
    private final BrokenBudget budget = new BrokenBudget();

    @Actor
    public void part() {
        budget.release(BrokenBudget.CALLS);
    }

    @Actor
    public void all() {
        budget.close();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = (int) budget.memory();
        result.r2 = (int) budget.calls();
    }
}
