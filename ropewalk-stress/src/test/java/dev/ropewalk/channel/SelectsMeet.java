package dev.ropewalk.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.channel.select.ChannelSelect;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two selects come to the same two channels in opposite order: they meet in one of them. */
@JCStressTest
@BrokenBy(in = ChannelSelect.class, method = "chooseOrQueue", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = ChannelSelect.class, method = "chooseOrQueue", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "They have exchanged one element.")
@Outcome(expect = FORBIDDEN, desc = "They wait for each other, or have exchanged two.")
@State
public class SelectsMeet {
    private final LockedChannel<Integer> one = (LockedChannel<Integer>) Channel.<Integer>rendezvous();
    private final LockedChannel<Integer> two = (LockedChannel<Integer>) Channel.<Integer>rendezvous();
    private int firstDone;
    private int secondDone;

    @Actor
    public void first() {
        select(one, two).selectAsync(Runnable::run, done -> firstDone += done);
    }

    @Actor
    public void second() {
        select(two, one).selectAsync(Runnable::run, done -> secondDone += done);
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = firstDone;
        result.r2 = secondDone;
    }

    private static Select<Integer> select(Channel<Integer> from, Channel<Integer> to) {
        return Select.<Integer>inOrder()
                .receive(from, element -> 1)
                .send(to, () -> 7, () -> 1)
                .build();
    }
}
