package dev.ropewalk.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.channel.select.ChannelSelect;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A select prefers one channel to another, and an element is sent to that one and then to the other: as both are looked at at
 * one moment, the first is received.
 */
@JCStressTest
@BrokenBy(in = ChannelSelect.class, method = "chooseOrQueue", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = ChannelSelect.class, method = "chooseOrQueue", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The preferred element was received.")
@Outcome(id = "", expect = FORBIDDEN, desc = "The other was received, though the preferred one was there before it.")
@State
public class SelectInOrder {
    private final Channel<Integer> preferred = Channel.buffered(1);
    private final Channel<Integer> other = Channel.buffered(1);
    private final Select<Integer> select = Select.<Integer>inOrder()
            .receive(preferred, element -> element)
            .receive(other, element -> element)
            .build();
    private int received;

    @Actor
    public void sender() {
        preferred.trySend(1);
        other.trySend(2);
    }

    @Actor
    public void receiver() {
        select.selectAsync(Runnable::run, element -> received = element);
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = received;
    }
}
