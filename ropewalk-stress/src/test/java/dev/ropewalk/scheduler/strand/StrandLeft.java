package dev.ropewalk.scheduler.strand;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A runner leaves the strand after each task, with others in it, and queues it again while tasks are submitted. */
@JCStressTest
@Outcome(id = "3", expect = ACCEPTABLE, desc = "Each task ran, one after the other.")
@Outcome(id = "", expect = FORBIDDEN, desc = "A task was lost or overlapped another.")
@State
public class StrandLeft {
    private final StrandBench bench = new StrandBench();
    private final SerialStrand strand = bench.newStrand();

    public StrandLeft() {
        bench.leaveAfterEachTask();
        strand.execute(bench.task);
    }

    @Actor
    public void one() {
        bench.runQueued();
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
