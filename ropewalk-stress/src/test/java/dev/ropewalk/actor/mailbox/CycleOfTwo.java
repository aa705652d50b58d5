package dev.ropewalk.actor.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two begin to wait for each other at once. */
@JCStressTest
@BrokenBy(in = CycleOfTwo.class, method = "closesCycle", of = "add", flaw = Flaw.TOO_LATE)
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "At least one saw the cycle.")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Both wait for ever.")
@State
public class CycleOfTwo {
    private final WaitGraph<String> graph = new WaitGraph<>();

    @Actor
    public void one(II_Result result) {
        result.r1 = closesCycle("one", "other");
    }

    @Actor
    public void other(II_Result result) {
        result.r2 = closesCycle("other", "one");
    }

    private int closesCycle(String from, String to) {
        graph.add(from, to);
        return WaitGraph.path(to, from, node -> graph).isEmpty() ? 0 : 1;
    }
}
