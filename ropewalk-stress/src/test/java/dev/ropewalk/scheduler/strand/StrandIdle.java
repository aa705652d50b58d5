package dev.ropewalk.scheduler.strand;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A runner finds no more tasks and leaves while a task is submitted: the strand is queued again, once. */
@JCStressTest
@BrokenBy(in = SerialStrand.class, method = "becomeIdle", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "Both ran; the runner saw the second.")
@Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Both ran; the submitter queued the strand again.")
@Outcome(id = "", expect = FORBIDDEN, desc = "A task was lost, or the strand queued too often.")
@State
public class StrandIdle {
    private final StrandBench bench = new StrandBench();
    private final SerialStrand strand = bench.newStrand();

    public StrandIdle() {
        strand.execute(bench.task);
    }

    @Actor
    public void runner() {
        bench.runQueued();
    }

    @Actor
    public void submitter() {
        strand.execute(bench.task);
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = bench.finish();
        result.r2 = bench.enqueued();
    }
}
