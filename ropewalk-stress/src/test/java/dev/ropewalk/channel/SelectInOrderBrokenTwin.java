package dev.ropewalk.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link SelectInOrder} with a select that looks at one channel after the other. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The preferred element was received.")
@Outcome(id = "0", expect = ACCEPTABLE, desc = "Neither was there; it would wait for the preferred one.")
@Outcome(id = "", expect = FORBIDDEN, desc = "The other was received, though the preferred one was there before it.")
@State
public class SelectInOrderBrokenTwin {
    private final Channel<Integer> preferred = Channel.buffered(1);
    private final Channel<Integer> other = Channel.buffered(1);

    @Actor
    public void sender() {
        preferred.trySend(1);
        other.trySend(2);
    }

    @Actor
    public void receiver(I_Result result) {
        result.r1 = preferred.tryReceive().or(other::tryReceive).orElse(0);
    }
}
