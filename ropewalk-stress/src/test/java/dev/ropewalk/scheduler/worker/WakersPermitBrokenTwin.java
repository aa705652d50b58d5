package dev.ropewalk.scheduler.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link WakersPermit} with a waker that looks for sleepers only once. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = ACCEPTABLE,
        desc = "One of the wakers woke the worker.")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Nobody did, though work waits.")
@State
public class WakersPermitBrokenTwin {
    private final ParkWord word = new ParkWord();
    private final Sleepers sleepers = new Sleepers(2, 2);

    public WakersPermitBrokenTwin() {
        sleepers.add(0);
    }

    /** Three steps of two threads; as one actor they come in the order that matters. */
    @Actor
    public void sleeperAndSecondWaker(II_Result result) {
        word.prepare();
        result.r1 = wake();
    }

    @Actor
    public void firstWaker(II_Result result) {
        result.r2 = sleepers.tryFirstSearch() ? wakeHoldingPermit() : 0;
    }

    private int wake() {
        return word.isParked() && sleepers.tryFirstSearch() ? wakeHoldingPermit() : 0;
    }

    private int wakeHoldingPermit() {
        if (sleepers.next(0) == 0 && word.wakeToSearch()) {
            return 1;
        }
        sleepers.endSearch();
        return 0;
    }
}
