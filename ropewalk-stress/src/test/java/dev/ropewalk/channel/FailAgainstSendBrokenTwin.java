package dev.ropewalk.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LI_Result;

/** {@link FailAgainstSend} with a sender that looks for the end before it takes the lock. */
@JCStressTest
@Outcome(id = "sent, 7", expect = ACCEPTABLE, desc = "It was sent, and given up when the channel failed.")
@Outcome(id = "failed, 0", expect = ACCEPTABLE, desc = "The end came first.")
@Outcome(expect = FORBIDDEN, desc = "The element was sent, and nobody will ever hear of it.")
@State
public class FailAgainstSendBrokenTwin {
    private final BrokenBuffer channel = new BrokenBuffer();

    @Actor
    public void failer() {
        channel.fail();
    }

    @Actor
    public void sender(LI_Result result) {
        result.r1 = channel.sendWithoutALookUnderTheLock(7) ? "sent" : "failed";
    }

    @Arbiter
    public void rest(LI_Result result) {
        result.r2 = channel.undelivered();
    }
}
