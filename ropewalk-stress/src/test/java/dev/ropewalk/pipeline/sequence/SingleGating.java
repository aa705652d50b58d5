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
import org.openjdk.jcstress.infra.results.J_Result;

/** A single producer wants the place of an event that a stage still reads: it gets it only when the stage is done. */
@JCStressTest
@BrokenBy(in = SingleProducerSequencer.class, method = "tryClaim", of = "findRoom", flaw = Flaw.ALWAYS_TRUE)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The stage has read its own event.")
@Outcome(expect = FORBIDDEN, desc = "The event was overwritten while the stage read it.")
@State
public class SingleGating {
    private final Sequencer sequencer = new SingleProducerSequencer(1);
    private final ConsumedCache consumed = new ConsumedCache();
    private final Sequence done = new Sequence(Sequence.BEFORE_FIRST);
    private final Word event = new Word();

    public SingleGating() {
        sequencer.gateOn(new Sequence[] {done});
        long sequence = sequencer.tryClaim(1, consumed);
        event.value = 1;
        sequencer.publish(sequence, sequence);
    }

    @Actor
    public void stage(J_Result result) {
        result.r1 = event.value;
        done.set(0);
    }

    @Actor
    public void producer() {
        if (sequencer.tryClaim(1, consumed) != Sequencer.FULL) {
            event.value = 2;
        }
    }
}
