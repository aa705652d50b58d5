package dev.ropewalk.graph.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** An action ends while somebody begins to follow the run: the one sees the other. */
@JCStressTest
@BrokenBy(in = EndOrder.class, method = "add", of = "setVolatile", flaw = Flaw.WITHOUT_FENCE)
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "The follower finds the action, or is told of it.")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "It never hears of the action.")
@State
public class EndIsTold {
    private final EndOrder order = new EndOrder(new int[1]);
    private volatile boolean isFollowed;

    @Actor
    public void action(II_Result result) {
        order.add(0);
        result.r1 = isFollowed ? 1 : 0;
    }

    @Actor
    public void follower(II_Result result) {
        isFollowed = true;
        result.r2 = order.after(EndOrder.NONE) == EndOrder.NONE ? 0 : 1;
    }
}
