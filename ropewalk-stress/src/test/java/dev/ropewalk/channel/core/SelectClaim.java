package dev.ropewalk.channel.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.Channel;
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

/** A select waits at two channels, and to both an element is sent: one is received, and the select leaves both. */
@JCStressTest
@BrokenBy(in = Selection.class, method = "claim", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "The first won.")
@Outcome(id = "0, 1, 2", expect = ACCEPTABLE, desc = "The second won.")
@Outcome(expect = FORBIDDEN, desc = "Both were told that the select has their element, or neither.")
@State
public class SelectClaim {
    private final LockedChannel<Integer> one = (LockedChannel<Integer>) Channel.<Integer>rendezvous();
    private final LockedChannel<Integer> two = (LockedChannel<Integer>) Channel.<Integer>rendezvous();
    private int received;

    public SelectClaim() {
        Select.<Integer>inOrder()
                .receive(one, element -> element)
                .receive(two, element -> element)
                .build()
                .selectAsync(Runnable::run, element -> received += element);
    }

    @Actor
    public void first(III_Result result) {
        result.r1 = one.trySend(1) ? 1 : 0;
    }

    @Actor
    public void second(III_Result result) {
        result.r2 = two.trySend(2) ? 1 : 0;
    }

    @Arbiter
    public void rest(III_Result result) {
        boolean left = one.isNobodyAt(WaitingParties.Side.RECEIVERS) && two.isNobodyAt(WaitingParties.Side.RECEIVERS);
        result.r3 = left ? received : -1;
    }
}
