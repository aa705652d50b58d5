package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.Sleeper;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A stage falls asleep while an event is published: it sees the event, or it is woken. */
@JCStressTest
@BrokenBy(in = Signals.class, method = "raise", of = "fullFence", flaw = Flaw.LEFT_OUT)
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It is woken.")
@Outcome(
        id = {"1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "It stays awake.")
@Outcome(expect = FORBIDDEN, desc = "It sleeps beside an event.")
@State
public class SignalSleep {
    private final Sequencer sequencer = new SingleProducerSequencer(2);
    private final ConsumedCache consumed = new ConsumedCache();
    private final Sleeper sleeper = new Sleeper();

    public SignalSleep() {
        sequencer.signals.set(new Signal[] {sleeper});
    }

    @Actor
    public void stage(II_Result result) {
        sleeper.arm();
        result.r1 = sequencer.ready(0, 0) < 0 ? 0 : 1;
    }

    @Actor
    public void producer() {
        long sequence = sequencer.tryClaim(1, consumed);
        sequencer.publish(sequence, sequence);
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r2 = sleeper.wakes;
    }
}
