package dev.ropewalk.scheduler.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** {@link DequeStaysEmpty} with an owner who puts bottom back before he has taken the last item. */
@JCStressTest
@Outcome(id = ".*, false", expect = ACCEPTABLE, desc = "Empty for good.")
@Outcome(expect = FORBIDDEN, desc = "Something came back.")
@State
public class DequeStaysEmptyBrokenTwin {
    private final BrokenDeque deque = new BrokenDeque(BrokenDeque.Flaw.BOTTOM_BACK_BEFORE_CAS);

    public DequeStaysEmptyBrokenTwin() {
        deque.push(1);
        deque.push(2);
    }

    @Actor
    public void owner(ZZ_Result result) {
        result.r1 = deque.pop() != null;
    }

    @Actor
    public void thief(ZZ_Result result) {
        Object first = deque.poll();
        boolean empty = deque.poll() == null;
        result.r2 = first != null && empty && deque.poll() != null;
    }
}
