package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Of two producers that claim the last place, one gets it, and the other is told that the ring is full. */
@JCStressTest
@BrokenBy(in = MultiProducerSequencer.class, method = "tryClaim", of = "findRoom", flaw = Flaw.ALWAYS_TRUE)
@Outcome(id = "1, -1", expect = ACCEPTABLE, desc = "One has the last place.")
@Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "The other has it.")
@Outcome(expect = FORBIDDEN, desc = "Somebody claimed what there is no room for, or nobody the last place.")
@State
public class ClaimLastPlace {
    private final MultiProducerSequencer sequencer = new MultiProducerSequencer(2);

    public ClaimLastPlace() {
        sequencer.gateOn(new Sequence[] {new Sequence(Sequence.BEFORE_FIRST)});
        sequencer.publish(0, sequencer.tryClaim(1, new ConsumedCache()));
    }

    @Actor
    public void one(JJ_Result result) {
        result.r1 = sequencer.tryClaim(1, new ConsumedCache());
    }

    @Actor
    public void other(JJ_Result result) {
        result.r2 = sequencer.tryClaim(1, new ConsumedCache());
    }
}
