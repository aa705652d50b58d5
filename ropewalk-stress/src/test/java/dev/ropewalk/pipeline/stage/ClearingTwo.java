package dev.ropewalk.pipeline.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.Word;
import dev.ropewalk.pipeline.lifecycle.EventClearer;
import dev.ropewalk.pipeline.lifecycle.FailureLog;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JII_Result;

/** Two last stages advance at once, twice: each event is cleared, once, and not before both are done with it. */
@JCStressTest
@BrokenBy(in = EventClearer.class, method = "advance", of = "setVolatile", flaw = Flaw.TOO_LATE)
@Outcome(id = "1, 2, 0", expect = ACCEPTABLE, desc = "Cleared.")
@Outcome(expect = FORBIDDEN, desc = "An event isn't cleared, or twice, or too early.")
@State
public class ClearingTwo {
    private final Sequence one = new Sequence(Sequence.BEFORE_FIRST);
    private final Sequence other = new Sequence(Sequence.BEFORE_FIRST);
    private final EventClearer<Word> clearer = new EventClearer<>(
            new Ring<>(2, Word::new),
            new SingleProducerSequencer(2),
            word -> clear(),
            new FailureLog("pipeline", failure -> {}, () -> 0));
    private volatile int cleared;
    private volatile int early;

    public ClearingTwo() {
        clearer.dependOn(new Sequence[] {one, other});
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // it is what is to be proven
    private void clear() {
        int event = cleared++;
        if (one.get() < event || other.get() < event) {
            early++;
        }
    }

    @Actor
    public void one() {
        one.set(0);
        clearer.advance();
        one.set(1);
        clearer.advance();
    }

    @Actor
    public void other() {
        other.set(0);
        clearer.advance();
        other.set(1);
        clearer.advance();
    }

    @Arbiter
    public void rest(JII_Result result) {
        result.r1 = clearer.cleared().get();
        result.r2 = cleared;
        result.r3 = early;
    }
}
