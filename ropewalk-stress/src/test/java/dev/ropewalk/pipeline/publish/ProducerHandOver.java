package dev.ropewalk.pipeline.publish;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A single producer is released by one thread while another begins to use it: that is refused, or goes on where the first has ended. */
@JCStressTest
@BrokenBy(in = OwnedClaim.class, method = "adopt", of = "isAlive", flaw = Flaw.ALWAYS_FALSE)
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "The second was refused.")
@Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "The first was refused.")
@Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "Each has published an event, which has a place of its own.")
@Outcome(expect = FORBIDDEN, desc = "An event was lost, or both were refused.")
@State
public class ProducerHandOver {
    private final HandedOver handedOver = new HandedOver();

    @Actor
    public void first(III_Result result) {
        result.r1 = handedOver.publishAndRelease();
    }

    @Actor
    public void second(III_Result result) {
        result.r2 = handedOver.publish() ? 1 : 0;
    }

    @Arbiter
    public void rest(III_Result result) {
        result.r3 = handedOver.events();
    }
}
