package dev.ropewalk.scheduler.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.scheduler.engine.Unstarted;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A worker takes the strand back that it has set aside while a thief takes it: one of them gets it. */
@JCStressTest
@BrokenBy(in = Worker.class, method = "takeParkedStrand", of = "getAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(
        id = {"1, 0", "0, 1"},
        expect = ACCEPTABLE,
        desc = "One of them got it.")
@Outcome(id = "", expect = FORBIDDEN, desc = "Both or nobody did.")
@State
public class ParkedStrand {
    private final Worker worker = Unstarted.newWorker();

    public ParkedStrand() {
        worker.parkStrand(Unstarted.STRAND);
    }

    @Actor
    public void owner(II_Result result) {
        result.r1 = worker.takeParkedStrand() == null ? 0 : 1;
    }

    @Actor
    public void thief(II_Result result) {
        result.r2 = worker.takeParkedStrand() == null ? 0 : 1;
    }
}
