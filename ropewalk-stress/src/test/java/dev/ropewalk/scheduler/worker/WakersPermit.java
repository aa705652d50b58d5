package dev.ropewalk.scheduler.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A waker finds nobody to wake while a worker parks and another waker relies on the first one's permit. */
@JCStressTest
@BrokenBy(in = WakersPermit.class, method = "wakeHoldingPermit", of = "wake", flaw = Flaw.ALWAYS_FALSE)
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = ACCEPTABLE,
        desc = "One of the wakers woke the worker.")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Nobody did, though work waits.")
@State
public class WakersPermit {
    private final ParkWord word = new ParkWord();
    private final Sleepers sleepers = new Sleepers(2, 2);

    public WakersPermit() {
        sleepers.add(0);
    }

    /** Three steps of two threads; as one actor they come in the order that matters. */
    @Actor
    public void sleeperAndSecondWaker(II_Result result) {
        word.prepare();
        result.r1 = wake() ? 1 : 0;
    }

    @Actor
    public void firstWaker(II_Result result) {
        result.r2 = sleepers.tryFirstSearch() && wakeHoldingPermit() ? 1 : 0;
    }

    private boolean wake() {
        return word.isParked() && sleepers.tryFirstSearch() && wakeHoldingPermit();
    }

    private boolean wakeHoldingPermit() {
        if (sleepers.next(0) == 0 && word.wakeToSearch()) {
            return true;
        }
        sleepers.endSearch();
        return wake();
    }
}
