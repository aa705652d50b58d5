package dev.ropewalk.channel.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.RealParty;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** {@link CloseAgainstSend} with a sender that looks for the end before it takes the lock. */
@JCStressTest
@Outcome(id = "sent, got 7", expect = ACCEPTABLE, desc = "The element came in time.")
@Outcome(id = "closed, closed", expect = ACCEPTABLE, desc = "The end came first.")
@Outcome(expect = FORBIDDEN, desc = "The sender believes what the receiver doesn't know.")
@State
public class CloseAgainstSendBrokenTwin {
    private final LockedChannel<Integer> channel = (LockedChannel<Integer>) Channel.<Integer>buffered(1);
    private final RealParty receiver = RealParty.receiving(channel);

    @Actor
    public void closer() {
        channel.close();
    }

    @Actor
    public void sender(LL_Result result) {
        if (channel.isClosed()) {
            result.r1 = "closed";
            return;
        }
        channel.lock();
        ChannelWaiter claimed = channel.receivers.claimOldest();
        channel.unlock();
        if (claimed != null) {
            claimed.value = 7;
            claimed.wake();
        }
        result.r1 = "sent";
    }

    @Arbiter
    public void rest(LL_Result result) {
        result.r2 = receiver.outcome();
    }
}
