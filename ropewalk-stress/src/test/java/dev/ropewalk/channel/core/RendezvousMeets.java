package dev.ropewalk.channel.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Sender and receiver come to a rendezvous at the same time: they meet. */
@JCStressTest
@BrokenBy(in = LockedChannel.class, method = "receiveAsync", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = LockedChannel.class, method = "receiveAsync", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, 7", expect = ACCEPTABLE, desc = "They have met.")
@Outcome(expect = FORBIDDEN, desc = "They wait for each other in the same channel, or only one has met the other.")
@State
public class RendezvousMeets {
    private final LockedChannel<Integer> channel = (LockedChannel<Integer>) Channel.<Integer>rendezvous();
    private int sent;
    private int received;

    @Actor
    public void sender() {
        channel.sendAsync(7, Runnable::run, result -> sent = result.isSent() ? 1 : 0);
    }

    @Actor
    public void receiver() {
        channel.receiveAsync(Runnable::run, result -> {
            if (result instanceof ReceiveResult.Received<Integer>(Integer element)) {
                received = element;
            }
        });
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = sent;
        result.r2 = received;
    }
}
