package dev.ropewalk.pipeline.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.sequence.Signal;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two stages that have come to the first event come to the second: their threads handle both, one at a time. */
@JCStressTest
@BrokenBy(in = Signal.class, method = "disarm", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "Both are handled, one after the other.")
@Outcome(expect = FORBIDDEN, desc = "One is left or handled twice, or two threads handle events at once.")
@State
public class InlineTurns {
    private final InlineTail tail = new InlineTail();

    @Actor
    public void one() {
        tail.one.set(0);
        tail.signals.raise();
        tail.one.set(1);
        tail.signals.raise();
    }

    @Actor
    public void other() {
        tail.other.set(0);
        tail.signals.raise();
        tail.other.set(1);
        tail.signals.raise();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = tail.handled;
        result.r2 = tail.overlapped ? 1 : 0;
    }
}
