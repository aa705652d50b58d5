package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.budget.Admission;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two close the same grant. */
@JCStressTest
@BrokenBy(in = Admission.class, method = "closeQuietly", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = Admission.class, method = "closeQuietly", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "It was given back once.")
@Outcome(expect = FORBIDDEN, desc = "It was given back twice.")
@State
public class GrantCloseTwice {
    private static final Demand CALL = Demand.of("calls", 1);

    private final Budget budget = Budget.builder().resource("calls", 1).build();
    private final Grant grant = budget.tryAcquire(CALL).orElseThrow();

    @Actor
    public void one() {
        grant.close();
    }

    @Actor
    public void other() {
        grant.close();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = (int) budget.available("calls");
    }
}
