package dev.ropewalk.scheduler;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The ground of the park and wake protocol, as in Dekker's algorithm: each side stores its own flag, fences, and loads
 * the other's. At least one of them sees the other, so a sleeper and its waker can't miss each other.
 */
@JCStressTest
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "At least one saw the other.")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Both missed: a lost wake-up.")
@State
public class StoreFenceLoad {
    private int sleeping;
    private int submitted;

    @Actor
    public void sleeper(II_Result result) {
        sleeping = 1;
        VarHandle.fullFence();
        result.r1 = submitted;
    }

    @Actor
    public void waker(II_Result result) {
        submitted = 1;
        VarHandle.fullFence();
        result.r2 = sleeping;
    }
}
