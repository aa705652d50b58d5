package dev.ropewalk.pipeline.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A worker takes an event and handles it; a stage behind the pool looks how far it may go. */
@JCStressTest
@BrokenBy(in = WorkerPool.class, method = "tryTake", of = "setVolatile", flaw = Flaw.TOO_LATE)
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The event isn't done yet.")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The event is done, and not shown yet.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "The event is done and shown.")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "The stage behind gets an event that isn't done.")
@State
public class WorkerPoolShowsDone {
    private final WorkerPool pool = new WorkerPool();
    private final Sequence own = new Sequence(Sequence.NOWHERE);
    private final Sequence[] progress = {pool.taken(), own};
    private int handled;

    @Actor
    public void worker() {
        if (pool.tryTake(own, Sequence.BEFORE_FIRST, 0)) {
            handled = 1;
            pool.release(own);
        }
    }

    @Actor
    public void behind(II_Result result) {
        result.r1 = Sequence.lowest(progress) >= 0 ? 1 : 0;
        result.r2 = handled;
    }
}
