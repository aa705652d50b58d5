package dev.ropewalk.scheduler.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link ViewTaskTaken} with a state that is looked at and then written. */
@JCStressTest
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = ACCEPTABLE,
        desc = "Run or handed out.")
@Outcome(id = "", expect = FORBIDDEN, desc = "Both or neither.")
@State
public class ViewTaskTakenBrokenTwin {
    private final AtomicInteger runs = new AtomicInteger();
    private volatile boolean waiting = true;

    @Actor
    public void worker() {
        if (waiting) {
            waiting = false;
            runs.incrementAndGet();
        }
    }

    @Actor
    public void stopper(II_Result result) {
        if (waiting) {
            waiting = false;
            result.r2 = 1;
        }
    }

    @Arbiter
    public void count(II_Result result) {
        result.r1 = runs.get();
    }
}
