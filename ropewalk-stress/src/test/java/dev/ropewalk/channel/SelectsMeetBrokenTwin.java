package dev.ropewalk.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.core.LockedChannel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link SelectsMeet} with selects that look at all channels and then queue, in two steps. */
@JCStressTest
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "They have exchanged one element.")
@Outcome(expect = FORBIDDEN, desc = "They wait for each other, or have exchanged two.")
@State
public class SelectsMeetBrokenTwin {
    private final LockedChannel<Integer> one = (LockedChannel<Integer>) Channel.<Integer>rendezvous();
    private final LockedChannel<Integer> two = (LockedChannel<Integer>) Channel.<Integer>rendezvous();
    private final BrokenSelection firstSelect = new BrokenSelection();
    private final BrokenSelection secondSelect = new BrokenSelection();

    @Actor
    public void first() {
        firstSelect.lookAndThenQueue(one, two);
    }

    @Actor
    public void second() {
        secondSelect.lookAndThenQueue(two, one);
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = firstSelect.isDone() ? 1 : 0;
        result.r2 = secondSelect.isDone() ? 1 : 0;
    }
}
