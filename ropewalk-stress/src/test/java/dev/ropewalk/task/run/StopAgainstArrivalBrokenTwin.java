package dev.ropewalk.task.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link StopAgainstArrival} where each looks before it writes. */
@JCStressTest
@Outcome(
        id = {"1", "2"},
        expect = ACCEPTABLE,
        desc = "By the one, the other, or both.")
@Outcome(expect = FORBIDDEN, desc = "Nobody interrupts it.")
@State
public class StopAgainstArrivalBrokenTwin {
    private final BrokenArrival arrival = new BrokenArrival();
    private int byRunner;
    private int byCloser;

    @Actor
    public void runner() {
        byRunner = arrival.arrive() ? 1 : 0;
    }

    @Actor
    public void closer() {
        byCloser = arrival.stop() ? 1 : 0;
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = byRunner + byCloser;
    }
}
