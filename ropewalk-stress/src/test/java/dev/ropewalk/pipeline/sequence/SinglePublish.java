package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.Word;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A single producer publishes an event while a stage looks for it: the stage that sees it sees what is in it. */
@JCStressTest
@BrokenBy(in = SinglePublish.class, method = "producer", of = "value", flaw = Flaw.TOO_LATE)
@Outcome(
        id = {"-1, 0", "-1, 7"},
        expect = ACCEPTABLE,
        desc = "Not published yet.")
@Outcome(id = "0, 7", expect = ACCEPTABLE, desc = "The stage has the event as it was written.")
@Outcome(expect = FORBIDDEN, desc = "The stage has an event that isn't written.")
@State
public class SinglePublish {
    private final Sequencer sequencer = new SingleProducerSequencer(2);
    private final ConsumedCache consumed = new ConsumedCache();
    private final Word event = new Word();

    @Actor
    public void producer() {
        long sequence = sequencer.tryClaim(1, consumed);
        event.value = 7;
        sequencer.publish(sequence, sequence);
    }

    @Actor
    public void stage(JJ_Result result) {
        result.r1 = sequencer.ready(0, 0);
        result.r2 = event.value;
    }
}
