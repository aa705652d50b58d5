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
import org.openjdk.jcstress.infra.results.II_Result;

/** A part of a grant is given back while the grant is closed. */
@JCStressTest
@BrokenBy(in = Admission.class, method = "closeQuietly", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = Admission.class, method = "closeQuietly", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Everything was given back once.")
@Outcome(expect = FORBIDDEN, desc = "Something was given back twice, or never.")
@State
public class GrantPartAgainstClose {
    private final Budget budget =
            Budget.builder().resource("memory", 1).resource("calls", 1).build();
    private final Grant grant =
            budget.tryAcquire(Demand.of("memory", 1).and("calls", 1)).orElseThrow();

    @Actor
    public void part() {
        grant.release("calls");
    }

    @Actor
    public void all() {
        grant.close();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = (int) budget.available("memory");
        result.r2 = (int) budget.available("calls");
    }
}
