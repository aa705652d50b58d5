package dev.ropewalk.channel.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ILI_Result;

/** A receiver gives up while an element is sent. */
@JCStressTest
@BrokenBy(in = ChannelCore.class, method = "withdraw", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = ChannelCore.class, method = "withdraw", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, null, 1", expect = ACCEPTABLE, desc = "The receiver has left, and the element stays.")
@Outcome(id = "0, 7, 0", expect = ACCEPTABLE, desc = "The receiver was too late to leave, and has the element.")
@Outcome(expect = FORBIDDEN, desc = "The element was lost or doubled.")
@State
public class WithdrawAgainstClaim {
    private final LockedChannel<Integer> channel = (LockedChannel<Integer>) Channel.<Integer>buffered(1);
    private final TestWaiter receiver = new TestWaiter(channel);

    public WithdrawAgainstClaim() {
        channel.lock();
        channel.addLocked(receiver, false);
        channel.unlock();
    }

    @Actor
    public void sender() {
        channel.trySend(7);
    }

    @Actor
    public void receiver(ILI_Result result) {
        result.r1 = channel.withdraw(receiver) ? 1 : 0;
    }

    @Arbiter
    public void rest(ILI_Result result) {
        result.r2 = receiver.value;
        result.r3 = channel.stats().depth();
    }
}
