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
import org.openjdk.jcstress.infra.results.I_Result;

/** The last stage leaves while another thread clears: producers are let go on, and not before what the stage has done is cleared. */
@JCStressTest
@BrokenBy(in = EventClearer.class, method = "advance", of = "setVolatile", flaw = Flaw.WITHOUT_FENCE)
@BrokenBy(in = EventClearer.class, method = "advance", of = "fullFence", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "They go on when the event is cleared.")
@Outcome(expect = FORBIDDEN, desc = "They never go on, or too early.")
@State
public class LastStageLeaves {
    private final Sequence stage = new Sequence(0);
    private final EventClearer<Word> clearer = new EventClearer<>(
            new Ring<>(2, Word::new),
            new SingleProducerSequencer(2),
            word -> clear(),
            new FailureLog("pipeline", failure -> {}, () -> 0));
    private volatile boolean cleared;
    private volatile boolean open;
    private volatile boolean early;

    public LastStageLeaves() {
        clearer.dependOn(new Sequence[] {stage});
    }

    private void clear() {
        cleared = true;
    }

    private void open() {
        if (!cleared) {
            early = true;
        }
        open = true;
    }

    @Actor
    public void clearing() {
        clearer.advance();
    }

    @Actor
    public void leaving() {
        clearer.whenStageless(this::open);
        clearer.advance();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = early ? -1 : open ? 1 : 0;
    }
}
