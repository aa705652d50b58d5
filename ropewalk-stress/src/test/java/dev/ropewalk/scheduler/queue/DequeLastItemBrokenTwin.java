package dev.ropewalk.scheduler.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link DequeLastItem} with a pop that takes the last item without compare-and-set. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = ACCEPTABLE,
        desc = "One of them got it.")
@Outcome(id = "", expect = FORBIDDEN, desc = "Lost or taken twice.")
@State
public class DequeLastItemBrokenTwin {
    private final BrokenDeque deque = new BrokenDeque(BrokenDeque.Flaw.POP_WITHOUT_CAS);

    public DequeLastItemBrokenTwin() {
        deque.push(1);
    }

    @Actor
    public void owner(II_Result result) {
        result.r1 = Items.sum(deque.pop());
    }

    @Actor
    public void thief(II_Result result) {
        result.r2 = Items.sum(deque.poll());
    }
}
