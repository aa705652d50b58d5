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
import org.openjdk.jcstress.infra.results.LI_Result;

/** A channel fails while the element in its buffer is received: it is received, or handed back. */
@JCStressTest
@BrokenBy(in = LockedChannel.class, method = "receiveNow", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = LockedChannel.class, method = "receiveNow", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "got 7, 0", expect = ACCEPTABLE, desc = "It was received in time.")
@Outcome(id = "failed, 7", expect = ACCEPTABLE, desc = "It was handed back.")
@Outcome(expect = FORBIDDEN, desc = "It was lost, or received and handed back.")
@State
public class FailAgainstReceive {
    private int undelivered;
    private final Channel<Integer> channel = Kind.BUFFERED_1.open(element -> undelivered += element);

    public FailAgainstReceive() {
        channel.trySend(7);
    }

    @Actor
    public void failer() {
        channel.fail(new IllegalStateException("on purpose"));
    }

    @Actor
    public void receiver(LI_Result result) {
        result.r1 = Words.of(channel.tryReceiveResult());
    }

    @Arbiter
    public void rest(LI_Result result) {
        result.r2 = undelivered;
    }
}
