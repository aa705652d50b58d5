package dev.ropewalk.scheduler.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.scheduler.queue.Items;
import dev.ropewalk.scheduler.queue.WorkDeque;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A worker becomes a sleeper while another pushes: it sees the item, or the other sees the sleeper. */
@JCStressTest
@BrokenBy(in = ParkBesideDeque.class, method = "pusher", of = "fullFence", flaw = Flaw.LEFT_OUT)
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "At least one saw the other.")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Both missed: a lost wake-up.")
@State
public class ParkBesideDeque {
    private final ParkWord word = new ParkWord();
    private final Sleepers sleepers = new Sleepers(2, 2);
    private final WorkDeque deque = new WorkDeque(2);

    @Actor
    public void worker(II_Result result) {
        sleepers.add(0);
        word.prepare();
        result.r1 = Items.sum(deque.poll());
    }

    @Actor
    public void pusher(II_Result result) {
        deque.push(1);
        VarHandle.fullFence();
        if (!sleepers.isEmpty()) {
            result.r2 = word.isParked() ? 1 : 0;
        }
    }
}
