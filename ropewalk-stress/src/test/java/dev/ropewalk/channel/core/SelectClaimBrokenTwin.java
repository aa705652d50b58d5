package dev.ropewalk.channel.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.BrokenSelection;
import dev.ropewalk.channel.Channel;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** {@link SelectClaim} with a select that looks whether it is decided and then decides. */
@JCStressTest
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "The first won.")
@Outcome(id = "0, 1, 2", expect = ACCEPTABLE, desc = "The second won.")
@Outcome(expect = FORBIDDEN, desc = "Both were told that the select has their element, or neither.")
@State
public class SelectClaimBrokenTwin {
    private final LockedChannel<Integer> one = (LockedChannel<Integer>) Channel.<Integer>rendezvous();
    private final LockedChannel<Integer> two = (LockedChannel<Integer>) Channel.<Integer>rendezvous();
    private final BrokenSelection selection = new BrokenSelection();

    public SelectClaimBrokenTwin() {
        selection.queue(one);
        selection.queue(two);
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
        int received = selection.received();
        boolean left = one.receivers.isEmpty() && two.receivers.isEmpty();
        result.r3 = left ? received : -1;
    }
}
