package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A single producer is released by one thread while another begins to use it: that is refused, or goes on where the first has ended. */
@JCStressTest
@Outcome(
        id = {"1, 0", "1, 1", "2, 1"},
        expect = ACCEPTABLE,
        desc = "Each event that was published has a place of its own.")
@Outcome(expect = FORBIDDEN, desc = "An event was lost.")
@State
public class ProducerHandOver {
    private final HandedOver handedOver = new HandedOver();

    @Actor
    public void first() {
        handedOver.publishAndRelease();
    }

    @Actor
    public void second(II_Result result) {
        result.r2 = handedOver.publish() ? 1 : 0;
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = handedOver.events();
    }
}
