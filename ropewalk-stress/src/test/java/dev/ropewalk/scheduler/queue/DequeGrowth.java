package dev.ropewalk.scheduler.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The owner pushes into a full deque, which grows, while a thief polls. */
@JCStressTest
@Outcome(
        id = {"6, 1"},
        expect = ACCEPTABLE,
        desc = "The thief took the oldest.")
@Outcome(id = "", expect = FORBIDDEN, desc = "An item was lost or taken twice.")
@State
public class DequeGrowth {
    private final WorkDeque deque = new WorkDeque(2);

    public DequeGrowth() {
        deque.push(1);
        deque.push(2);
    }

    @Actor
    public void owner(II_Result result) {
        deque.push(4);
    }

    @Actor
    public void thief(II_Result result) {
        result.r2 = Items.sum(deque.poll());
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = Items.sum(deque.pop(), deque.pop(), deque.pop());
    }
}
