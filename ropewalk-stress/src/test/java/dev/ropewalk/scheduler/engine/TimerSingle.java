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

/** A timer is cancelled while it ticks and its task begins: it is stopped, or it runs, never both. */
@JCStressTest
@BrokenBy(in = ArmedTimer.class, method = "stop", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = ACCEPTABLE,
        desc = "Stopped or run.")
@Outcome(id = "", expect = FORBIDDEN, desc = "Both or neither.")
@State
public class TimerSingle {
    private final TimerBench bench = new TimerBench();
    private final ArmedTimer timer = bench.newTimer(0);

    @Actor
    public void monitor() {
        timer.tick(0);
    }

    @Actor
    public void user(II_Result result) {
        result.r1 = timer.cancel() ? 1 : 0;
    }

    @Arbiter
    public void count(II_Result result) {
        result.r2 = bench.runs();
    }
}
