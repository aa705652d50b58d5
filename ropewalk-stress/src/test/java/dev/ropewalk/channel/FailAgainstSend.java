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

/** A channel fails while an element is sent to its buffer: the element is refused, or handed back once. */
@JCStressTest
@BrokenBy(in = LockedChannel.class, method = "sendNow", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = LockedChannel.class, method = "sendNow", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "sent, 7", expect = ACCEPTABLE, desc = "It was sent, and given up when the channel failed.")
@Outcome(id = "failed, 0", expect = ACCEPTABLE, desc = "The end came first.")
@Outcome(expect = FORBIDDEN, desc = "The element was sent, and nobody will ever hear of it.")
@State
public class FailAgainstSend {
    private int undelivered;
    private final Channel<Integer> channel = Kind.BUFFERED_1.open(element -> undelivered += element);

    @Actor
    public void failer() {
        channel.fail(new IllegalStateException("on purpose"));
    }

    @Actor
    public void sender(LI_Result result) {
        result.r1 = Words.of(channel.trySendResult(7));
    }

    @Arbiter
    public void rest(LI_Result result) {
        result.r2 = undelivered;
    }
}
