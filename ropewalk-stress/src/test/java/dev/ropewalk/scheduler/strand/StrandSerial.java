package dev.ropewalk.scheduler.strand;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two threads submit to a strand and run it: its tasks don't overlap, and one sees the other's plain writes. */
@JCStressTest
@Outcome(id = "2", expect = ACCEPTABLE, desc = "Each task ran, one after the other.")
@Outcome(id = "", expect = FORBIDDEN, desc = "A task was lost or overlapped another.")
@State
public class StrandSerial {
    private final StrandBench bench = new StrandBench();
    private final SerialStrand strand = bench.newStrand();

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
