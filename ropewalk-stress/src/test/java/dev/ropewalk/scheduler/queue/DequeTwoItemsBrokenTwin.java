package dev.ropewalk.scheduler.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link DequeTwoItems} with a pop whose store of bottom may pass its load of top. */
@JCStressTest
@Outcome(
        id = {"3, 0", "0, 3", "1, 2", "2, 1"},
        expect = ACCEPTABLE,
        desc = "Each item was taken once.")
@Outcome(id = "", expect = FORBIDDEN, desc = "An item was lost or taken twice.")
@State
public class DequeTwoItemsBrokenTwin {
    private final BrokenDeque deque = new BrokenDeque(BrokenDeque.Flaw.POP_WITHOUT_FENCE);

    public DequeTwoItemsBrokenTwin() {
        deque.push(1);
        deque.push(2);
    }

    @Actor
    public void owner(II_Result result) {
        result.r1 = Items.sum(deque.pop(), deque.pop());
    }

    @Actor
    public void thief(II_Result result) {
        result.r2 = Items.sum(deque.poll(), deque.poll());
    }
}
