package dev.ropewalk.pipeline.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.Sleeper;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Signal;
import dev.ropewalk.pipeline.sequence.Signals;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A worker tries to take an event that another has taken, and is done with; the stage behind falls asleep meanwhile. */
@JCStressTest
@BrokenBy(in = Signals.class, method = "raise", of = "fullFence", flaw = Flaw.LEFT_OUT)
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The stage behind is woken.")
@Outcome(
        id = {"1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "It sees the event.")
@Outcome(expect = FORBIDDEN, desc = "It sleeps beside an event.")
@State
public class WorkerPoolFailedTake {
    private final WorkerPool pool = new WorkerPool();
    private final Sequence own = new Sequence(Sequence.NOWHERE);
    private final Sequence[] progress = {pool.taken(), own};
    private final Signals signals = new Signals();
    private final Sleeper sleeper = new Sleeper();

    public WorkerPoolFailedTake() {
        signals.set(new Signal[] {sleeper});
        if (pool.tryTake(own, Sequence.BEFORE_FIRST, 0)) {
            pool.release(own);
        }
    }

    @Actor
    public void worker() {
        if (!pool.tryTake(own, Sequence.BEFORE_FIRST, 0)) {
            signals.raise();
        }
    }

    @Actor
    public void behind(II_Result result) {
        sleeper.arm();
        result.r1 = Sequence.lowest(progress) >= 0 ? 1 : 0;
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r2 = sleeper.wakes;
    }
}
