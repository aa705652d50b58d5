package dev.ropewalk.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link StoreFenceLoad} without its fences: the stores may pass the loads, and both sides miss each other. */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "At least one saw the other.")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Both missed: a lost wake-up.")
@State
public class StoreFenceLoadBrokenTwin {
    private int sleeping;
    private int submitted;

    @Actor
    public void sleeper(II_Result result) {
        sleeping = 1;
        result.r1 = submitted;
    }

    @Actor
    public void waker(II_Result result) {
        submitted = 1;
        result.r2 = sleeping;
    }
}
