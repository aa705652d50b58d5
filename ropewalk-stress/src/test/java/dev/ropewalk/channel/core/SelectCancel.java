package dev.ropewalk.channel.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.select.Selection;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A select is cancelled while an element is sent to it. */
@JCStressTest
@BrokenBy(in = Selection.class, method = "giveUp", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "It was cancelled in time.")
@Outcome(id = "0, 1, 7", expect = ACCEPTABLE, desc = "It was too late, and has received.")
@Outcome(expect = FORBIDDEN, desc = "The element was lost.")
@State
public class SelectCancel {
    private final LockedChannel<Integer> channel = (LockedChannel<Integer>) Channel.<Integer>rendezvous();
    private int received;
    private final PendingOperation pending = Select.<Integer>inOrder()
            .receive(channel, element -> element)
            .build()
            .selectAsync(Runnable::run, element -> received += element);

    @Actor
    public void impatient(III_Result result) {
        result.r1 = pending.cancel() ? 1 : 0;
    }

    @Actor
    public void sender(III_Result result) {
        result.r2 = channel.trySend(7) ? 1 : 0;
    }

    @Arbiter
    public void rest(III_Result result) {
        result.r3 = channel.isNobodyAt(WaitingParties.Side.RECEIVERS) ? received : -1;
    }
}
