package dev.ropewalk.scheduler.engine;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A repeated timer is cancelled while it ticks and its task ends: it doesn't run again. */
@JCStressTest
@BrokenBy(in = ArmedTimer.class, method = "run", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(
        id = {"1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "It ran before it was cancelled, or not at all.")
@Outcome(id = "", expect = FORBIDDEN, desc = "It ran after it was cancelled, or twice for one tick.")
@State
public class TimerRepeated {
    private final TimerBench bench = new TimerBench();
    private final ArmedTimer timer = bench.newTimer(1);

    @Actor
    public void monitor() {
        timer.tick(0);
    }

    @Actor
    public void user(II_Result result) {
        result.r1 = timer.cancel() ? 1 : 0;
    }

    @Arbiter
    public void tickAgain(II_Result result) {
        timer.tick(10);
        result.r2 = bench.runs();
    }
}
