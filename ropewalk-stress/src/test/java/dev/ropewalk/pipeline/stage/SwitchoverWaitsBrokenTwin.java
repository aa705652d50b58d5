package dev.ropewalk.pipeline.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link SwitchoverWaits} with a new shard that switches at the boundary without waiting for the old one. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The new shard still waits.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It still waits, and the old one has handled its event.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It goes on behind the old one.")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "It handles an event of the key before an earlier one is done.")
@State
public class SwitchoverWaitsBrokenTwin {
    private final Switchover switchover = new Switchover(new int[] {1}, 2);
    private int handled;

    public SwitchoverWaitsBrokenTwin() {
        switchover.step(0, 0);
    }

    @Actor
    public void oldShard() {
        while (switchover.limit(0) < 0) {
            Thread.onSpinWait();
        }
        handled = 1;
        switchover.step(0, 1);
    }

    @Actor
    public void newShard(II_Result result) {
        switchover.step(1, 1);
        switchover.step(1, 1);
        switchover.step(1, 1);
        result.r1 = switchover.limit(1) >= 1 ? 1 : 0;
        result.r2 = handled;
    }
}
