package dev.ropewalk.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** The element of a conflated channel is replaced while it is received. */
@JCStressTest
@BrokenBy(in = LockedChannel.class, method = "receiveNow", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = LockedChannel.class, method = "receiveNow", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, 0, 2", expect = ACCEPTABLE, desc = "The old one was received, the new one is there.")
@Outcome(id = "2, 1, 0", expect = ACCEPTABLE, desc = "The old one was dropped, the new one received.")
@Outcome(expect = FORBIDDEN, desc = "An element was lost, or dropped and received.")
@State
public class ConflatedAgainstReceive {
    private int undelivered;
    private final Channel<Integer> channel = Kind.CONFLATED.open(element -> undelivered += element);

    public ConflatedAgainstReceive() {
        channel.trySend(1);
    }

    @Actor
    public void sender() {
        channel.trySend(2);
    }

    @Actor
    public void receiver(III_Result result) {
        result.r1 = channel.tryReceive().orElse(0);
    }

    @Arbiter
    public void rest(III_Result result) {
        result.r2 = undelivered;
        result.r3 = channel.tryReceive().orElse(0);
    }
}
