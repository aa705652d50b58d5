package dev.ropewalk.pipeline.sequence;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.Sleeper;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two who advance find the same sleeper: one of them wakes it, so that a strand is submitted once. */
@JCStressTest
@BrokenBy(in = Signal.class, method = "disarm", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(
        id = {"0, 1", "1, 0"},
        expect = ACCEPTABLE,
        desc = "One wakes it.")
@Outcome(expect = FORBIDDEN, desc = "It is woken twice, or not at all.")
@State
public class SignalOnce {
    private final Sleeper sleeper = new Sleeper();

    public SignalOnce() {
        sleeper.arm();
    }

    @Actor
    public void one(II_Result result) {
        result.r1 = sleeper.disarm() ? 1 : 0;
    }

    @Actor
    public void other(II_Result result) {
        result.r2 = sleeper.disarm() ? 1 : 0;
    }
}
