package dev.ropewalk.graph.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two actions end at once: both stand in the order, each once, behind the one that had ended before. */
@JCStressTest
@BrokenBy(in = EndOrder.class, method = "add", of = "getAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(
        id = {"0, 1, 2", "0, 2, 1"},
        expect = ACCEPTABLE,
        desc = "Both are there.")
@Outcome(expect = FORBIDDEN, desc = "One is lost.")
@State
public class EndsAreAllInOrder {
    private final EndOrder order = new EndOrder(new int[3]);

    public EndsAreAllInOrder() {
        order.add(0);
    }

    @Actor
    public void one() {
        order.add(1);
    }

    @Actor
    public void other() {
        order.add(2);
    }

    @Arbiter
    public void reader(III_Result result) {
        result.r1 = order.after(EndOrder.NONE);
        result.r2 = order.after(0);
        result.r3 = result.r2 == EndOrder.NONE ? EndOrder.NONE : order.after(result.r2);
    }
}
