package dev.ropewalk.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** {@link ConflatedAgainstReceive} with a sender that looks for what it replaces before it takes the lock. */
@JCStressTest
@Outcome(id = "1, 0, 2", expect = ACCEPTABLE, desc = "The old one was received, the new one is there.")
@Outcome(id = "2, 1, 0", expect = ACCEPTABLE, desc = "The old one was dropped, the new one received.")
@Outcome(expect = FORBIDDEN, desc = "An element was lost, or dropped and received.")
@State
public class ConflatedAgainstReceiveBrokenTwin {
    private final BrokenBuffer channel = new BrokenBuffer();

    public ConflatedAgainstReceiveBrokenTwin() {
        channel.trySend(1);
    }

    @Actor
    public void sender() {
        channel.replaceWithALookBefore(2);
    }

    @Actor
    public void receiver(III_Result result) {
        result.r1 = channel.tryReceive();
    }

    @Arbiter
    public void rest(III_Result result) {
        result.r2 = channel.undelivered();
        result.r3 = channel.tryReceive();
    }
}
