package dev.ropewalk.actor.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A message is sent to a full mailbox while a token comes for the one in it. */
@JCStressTest
@BrokenBy(in = SlidingLane.class, method = "put", of = "add", flaw = Flaw.TOO_LATE)
@Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "The old message was pushed out, and the token found the new one.")
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "The old one was taken, and the new one has a token of its own.")
@Outcome(expect = FORBIDDEN, desc = "A token found nothing, or a message is left without one.")
@State
public class SlidingToken {
    private final SlidingLane lane = new SlidingLane(1);
    private int tokens;

    public SlidingToken() {
        lane.put("old");
    }

    @Actor
    public void taker(III_Result result) {
        result.r1 = lane.take() == null ? 0 : 1;
    }

    @Actor
    public void sender() {
        if (lane.put("new") == null) {
            tokens++;
        }
    }

    @Arbiter
    public void rest(III_Result result) {
        result.r2 = tokens;
        while (lane.take() != null) {
            result.r3++;
        }
    }
}
