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

/** A stage falls asleep while it is halted: it sees that, or it is woken. */
@JCStressTest
@BrokenBy(in = Signal.class, method = "arm", of = "setVolatile", flaw = Flaw.WITHOUT_FENCE)
@BrokenBy(in = Signal.class, method = "arm", of = "fullFence", flaw = Flaw.LEFT_OUT)
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "It is woken.")
@Outcome(
        id = {"1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "It stays awake.")
@Outcome(expect = FORBIDDEN, desc = "It sleeps for ever.")
@State
public class SignalHalt {
    private final Sleeper sleeper = new Sleeper();

    @Actor
    public void stage(II_Result result) {
        sleeper.arm();
        result.r1 = sleeper.halted ? 1 : 0;
    }

    @Actor
    public void closer() {
        sleeper.halt();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r2 = sleeper.wakes;
    }
}
