package dev.ropewalk.channel.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.Channel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link RendezvousMeets} with a receiver that looks and then queues, in two steps. */
@JCStressTest
@Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "They have met.")
@Outcome(expect = FORBIDDEN, desc = "They wait for each other in the same channel, or only one has met the other.")
@State
public class RendezvousMeetsBrokenTwin {
    private final LockedChannel<Integer> channel = (LockedChannel<Integer>) Channel.<Integer>rendezvous();
    private int sent;
    private int received;
    private final TestWaiter receiver = new TestWaiter(channel);

    @Actor
    public void sender() {
        channel.sendAsync(7, Runnable::run, result -> sent = result.isSent() ? 1 : 0);
    }

    @Actor
    public void receiver() {
        received = channel.tryReceive().orElse(0);
        if (received == 0) {
            channel.lock();
            channel.addLocked(receiver, false);
            channel.unlock();
        }
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = sent;
        result.r2 = receiver.value instanceof Integer element ? element : received;
    }
}
