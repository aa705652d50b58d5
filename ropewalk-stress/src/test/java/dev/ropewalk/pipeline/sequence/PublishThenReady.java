package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZI_Result;

/** What was written to an event before it was published is seen by whoever finds it ready. */
@JCStressTest
@BrokenBy(in = PublishThenReady.class, method = "producer", of = "event", flaw = Flaw.TOO_LATE)
@Outcome(id = "false, 0", expect = ACCEPTABLE, desc = "Not ready yet.")
@Outcome(id = "true, 7", expect = ACCEPTABLE, desc = "Ready, and the event is seen.")
@Outcome(expect = FORBIDDEN, desc = "Ready, and what the place held before is seen.")
@State
public class PublishThenReady {
    private final MultiProducerSequencer sequencer = new MultiProducerSequencer(2);
    private final long sequence = sequencer.tryClaim(1, new ConsumedCache());
    private int event;

    @Actor
    public void producer() {
        event = 7;
        sequencer.publish(sequence, sequence);
    }

    @Actor
    public void consumer(ZI_Result result) {
        result.r1 = sequencer.ready(sequence, sequence) == sequence;
        result.r2 = result.r1 ? event : 0;
    }
}
