package dev.ropewalk.scheduler.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The owner pops both items, newest first, while a thief polls both, oldest first: each is taken once. */
@JCStressTest
@BrokenBy(in = WorkDeque.class, method = "pop", of = "setVolatile", flaw = Flaw.WITHOUT_FENCE)
@Outcome(
        id = {"3, 0", "0, 3", "1, 2", "2, 1"},
        expect = ACCEPTABLE,
        desc = "Each item was taken once.")
@Outcome(id = "", expect = FORBIDDEN, desc = "An item was lost or taken twice.")
@State
public class DequeTwoItems {
    private final WorkDeque deque = new WorkDeque(2);

    public DequeTwoItems() {
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
