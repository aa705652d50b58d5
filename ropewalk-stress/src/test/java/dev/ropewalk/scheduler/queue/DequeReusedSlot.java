package dev.ropewalk.scheduler.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The owner takes the only item back and puts another into its slot while a thief takes what it saw there. */
@JCStressTest
@BrokenBy(in = WorkDeque.class, method = "takeAt", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(
        id = {"1, 2", "2, 1", "3, 0"},
        expect = ACCEPTABLE,
        desc = "Each item was taken once.")
@Outcome(id = "", expect = FORBIDDEN, desc = "An item was lost or taken twice.")
@State
public class DequeReusedSlot {
    private final WorkDeque deque = new WorkDeque(2);

    public DequeReusedSlot() {
        deque.push(1);
    }

    @Actor
    public void owner(II_Result result) {
        result.r1 = Items.sum(deque.pop());
        deque.push(2);
    }

    @Actor
    public void thief(II_Result result) {
        long head = deque.headIndex();
        Object item = deque.peekAt(head);
        result.r2 = item != null && deque.takeAt(head) ? Items.sum(item) : 0;
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 += Items.sum(deque.pop(), deque.pop());
    }
}
