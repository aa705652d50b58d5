package dev.ropewalk.channel.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A thread that notices that it was woken sees what it was given. */
@JCStressTest
@BrokenBy(in = ThreadWaiterHandOver.class, method = "sender", of = "value", flaw = Flaw.TOO_LATE)
@Outcome(id = "-1", expect = ACCEPTABLE, desc = "Not woken yet.")
@Outcome(id = "7", expect = ACCEPTABLE, desc = "Woken, with the element.")
@Outcome(expect = FORBIDDEN, desc = "Woken without it.")
@State
public class ThreadWaiterHandOver {
    private static final LockedChannel<?> CHANNEL = (LockedChannel<?>) Channel.rendezvous();

    private final ThreadWaiter waiter = new ThreadWaiter(CHANNEL, false, null);

    @Actor
    public void sender() {
        waiter.value = 7;
        waiter.wake();
    }

    @Actor
    public void receiver(I_Result result) {
        result.r1 = waiter.isWoken() ? (waiter.value instanceof Integer element ? element : 0) : -1;
    }
}
