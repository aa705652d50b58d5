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

/** Two thieves look at the oldest item and take it if it is still the oldest: none is taken twice. */
@JCStressTest
@BrokenBy(in = WorkDeque.class, method = "takeAt", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(
        id = {"1, 2", "2, 1"},
        expect = ACCEPTABLE,
        desc = "Each got one.")
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = ACCEPTABLE,
        desc = "One got none, for it saw an item that was gone by then.")
@Outcome(id = "", expect = FORBIDDEN, desc = "Taken twice.")
@State
public class DequeTwoThieves {
    private final WorkDeque deque = new WorkDeque(2);

    public DequeTwoThieves() {
        deque.push(1);
        deque.push(2);
    }

    @Actor
    public void one(II_Result result) {
        result.r1 = take();
    }

    @Actor
    public void other(II_Result result) {
        result.r2 = take();
    }

    private int take() {
        long head = deque.headIndex();
        Object item = deque.peekAt(head);
        return item != null && deque.takeAt(head) ? Items.sum(item) : 0;
    }
}
