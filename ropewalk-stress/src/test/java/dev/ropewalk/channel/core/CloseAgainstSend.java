package dev.ropewalk.channel.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.RealParty;
import dev.ropewalk.channel.Words;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** A channel is closed while a receiver waits and an element is sent: both hear of the end, or neither. */
@JCStressTest
@BrokenBy(in = ChannelCore.class, method = "end", of = "closure", flaw = Flaw.TOO_LATE)
@Outcome(id = "sent, got 7", expect = ACCEPTABLE, desc = "The element came in time.")
@Outcome(id = "closed, closed", expect = ACCEPTABLE, desc = "The end came first.")
@Outcome(expect = FORBIDDEN, desc = "The sender believes what the receiver doesn't know.")
@State
public class CloseAgainstSend {
    private final LockedChannel<Integer> channel = (LockedChannel<Integer>) Channel.<Integer>buffered(1);
    private final RealParty receiver = RealParty.receiving(channel);

    @Actor
    public void closer() {
        channel.close();
    }

    @Actor
    public void sender(LL_Result result) {
        result.r1 = Words.of(channel.trySendResult(7));
    }

    @Arbiter
    public void rest(LL_Result result) {
        result.r2 = receiver.outcome();
    }
}
