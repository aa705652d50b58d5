package dev.ropewalk.scheduler.strand;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link StrandRehoming} with a thief that moves the strand to its own queue after it has let go of it, which is another order. */
@JCStressTest
@Outcome(id = "2", expect = ACCEPTABLE, desc = "Each task ran, one after the other.")
@Outcome(id = "", expect = FORBIDDEN, desc = "A task was lost or overlapped another.")
@State
public class StrandRehomingBrokenTwin {
    private final RehomingBench bench = new RehomingBench(RehomingBench.Rehoming.AFTER_THE_RUN);
    private final SerialStrand strand = bench.newStrand();

    public StrandRehomingBrokenTwin() {
        strand.execute(bench.task);
    }

    @Actor
    public void thief() {
        bench.stealAndRun();
    }

    @Actor
    public void submitter() {
        strand.execute(bench.task);
        bench.runAtHome();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = bench.finish();
    }
}
