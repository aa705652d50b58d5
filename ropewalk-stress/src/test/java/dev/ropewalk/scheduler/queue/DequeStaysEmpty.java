package dev.ropewalk.scheduler.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** While nothing is pushed, a thief who has found the deque empty doesn't find anything in it afterwards. */
@JCStressTest
@BrokenBy(in = WorkDeque.class, method = "pop", of = "compareAndSet", flaw = Flaw.ALWAYS_TRUE)
@BrokenBy(in = WorkDeque.class, method = "pop", of = "sweep", flaw = Flaw.LEFT_OUT)
@Outcome(id = ".*, false", expect = ACCEPTABLE, desc = "Empty for good.")
@Outcome(expect = FORBIDDEN, desc = "Something came back.")
@State
public class DequeStaysEmpty {
    private final WorkDeque deque = new WorkDeque(2);

    public DequeStaysEmpty() {
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
