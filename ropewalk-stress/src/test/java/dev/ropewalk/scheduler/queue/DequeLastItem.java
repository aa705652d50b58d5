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

/** The owner pops the only item while a thief polls: one of them gets it. */
@JCStressTest
@BrokenBy(in = WorkDeque.class, method = "pop", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = ACCEPTABLE,
        desc = "One of them got it.")
@Outcome(id = "", expect = FORBIDDEN, desc = "Lost or taken twice.")
@State
public class DequeLastItem {
    private final WorkDeque deque = new WorkDeque(2);

    public DequeLastItem() {
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
