package dev.ropewalk.scheduler.strand;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A submitter that can ask nobody takes back what a thread of the pool takes at that moment. */
@JCStressTest
@BrokenBy(in = RescuePool.Entry.class, of = "doubted", flaw = Flaw.NOT_VOLATILE)
@Outcome(
        id = {"0, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "Both say that it runs, or both that it doesn't.")
@Outcome(id = "", expect = FORBIDDEN, desc = "It runs although its submitter has thrown, or the other way round.")
@State
public class RescueDoubt {
    private final RescuePool.Entry entry = new RescuePool.Entry(() -> {});

    @Actor
    public void submitter(II_Result result) {
        entry.doubted = true;
        entry.kept = entry.taken;
        entry.decided = true;
        result.r1 = entry.kept ? 1 : 0;
    }

    @Actor
    public void taker(II_Result result) {
        result.r2 = entry.takeAndCheck() ? 1 : 0;
    }
}
