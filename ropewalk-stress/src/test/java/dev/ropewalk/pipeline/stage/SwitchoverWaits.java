package dev.ropewalk.pipeline.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A key goes from one shard to another, which stands behind the first event already: that one is the old shard's, the next is
 * the new one's.
 */
@JCStressTest
@BrokenBy(in = SwitchoverWaits.class, method = "step", of = "mustHandOver", flaw = Flaw.ALWAYS_TRUE)
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The new shard still waits.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It still waits, and the old one has handled its event.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "It goes on behind the old one.")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "It handles an event of the key before an earlier one is done.")
@State
public class SwitchoverWaits {
    private final Switchover switchover = new Switchover(new int[] {1}, 2);
    private int handled;

    public SwitchoverWaits() {
        switchover.step(0, 0);
    }

    @Actor
    public void oldShard() {
        while (switchover.limit(0) < 0) {
            Thread.onSpinWait();
        }
        handled = 1;
        step(0);
    }

    private void step(int shard) {
        if (switchover.step(shard, 1) && switchover.mustHandOver()) {
            switchover.handedOver();
        }
    }

    @Actor
    public void newShard(II_Result result) {
        while (switchover.canStep(1, 1)) {
            step(1);
        }
        result.r1 = switchover.limit(1) >= 1 ? 1 : 0;
        result.r2 = handled;
    }
}
