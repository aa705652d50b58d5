package dev.ropewalk.scheduler.strand;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link StrandSerial} with a submitter that looks whether the strand is idle and then queues it. */
@JCStressTest
@Outcome(id = "2", expect = ACCEPTABLE, desc = "Each task ran, one after the other.")
@Outcome(id = "", expect = FORBIDDEN, desc = "A task was lost or overlapped another.")
@State
public class StrandSerialBrokenTwin {
    private final StrandBench bench = new StrandBench();
    private final BrokenStrand strand = new BrokenStrand(bench, BrokenStrand.Flaw.SUBMIT_BY_CHECK_THEN_ACT);

    @Actor
    public void one() {
        strand.execute(bench.task);
        bench.runQueued();
    }

    @Actor
    public void other() {
        strand.execute(bench.task);
        bench.runQueued();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = bench.finish();
    }
}
