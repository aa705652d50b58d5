package dev.ropewalk.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LI_Result;

/** {@link FailAgainstReceive} with a channel that frees the lock between looking into its buffer and emptying it. */
@JCStressTest
@Outcome(id = "got 7, 0", expect = ACCEPTABLE, desc = "It was received in time.")
@Outcome(id = "failed, 7", expect = ACCEPTABLE, desc = "It was handed back.")
@Outcome(expect = FORBIDDEN, desc = "It was lost, or received and handed back.")
@State
public class FailAgainstReceiveBrokenTwin {
    private final BrokenBuffer channel = new BrokenBuffer();

    public FailAgainstReceiveBrokenTwin() {
        channel.trySend(7);
    }

    @Actor
    public void failer() {
        channel.failAndLookBefore();
    }

    @Actor
    public void receiver(LI_Result result) {
        result.r1 = channel.tryReceive() == 0 ? "failed" : "got 7";
    }

    @Arbiter
    public void rest(LI_Result result) {
        result.r2 = channel.undelivered();
    }
}
