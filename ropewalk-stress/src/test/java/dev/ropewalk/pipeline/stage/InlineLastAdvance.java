package dev.ropewalk.pipeline.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two stages advance; the one that does so last, or the one whose thread has the turn then, handles the event behind them. */
@JCStressTest
@BrokenBy(in = InlineRunner.class, method = "fire", of = "makeSteps", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The event is handled.")
@Outcome(expect = FORBIDDEN, desc = "It is left, or handled twice.")
@State
public class InlineLastAdvance {
    private final InlineTail tail = new InlineTail();

    @Actor
    public void one() {
        tail.one.set(0);
        tail.signals.raise();
    }

    @Actor
    public void other() {
        tail.other.set(0);
        tail.signals.raise();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = tail.handled;
    }
}
