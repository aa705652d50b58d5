package dev.ropewalk.pipeline.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.Sleeper;
import dev.ropewalk.pipeline.sequence.Sequence;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link WorkerPoolFailedTake} with a worker that tells nobody that its attempt is over. */
@JCStressTest
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The stage behind is woken.")
@Outcome(
        id = {"1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "It sees the event.")
@Outcome(expect = FORBIDDEN, desc = "It sleeps beside an event.")
@State
public class WorkerPoolFailedTakeBrokenTwin {
    private final WorkerPool pool = new WorkerPool();
    private final Sequence own = new Sequence(Sequence.NOWHERE);
    private final Sequence[] progress = {pool.taken(), own};
    private final Sleeper sleeper = new Sleeper();

    public WorkerPoolFailedTakeBrokenTwin() {
        if (pool.tryTake(own, Sequence.BEFORE_FIRST, 0)) {
            pool.release(own);
        }
    }

    @Actor
    public void worker() {
        boolean ignored = pool.tryTake(own, Sequence.BEFORE_FIRST, 0);
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
