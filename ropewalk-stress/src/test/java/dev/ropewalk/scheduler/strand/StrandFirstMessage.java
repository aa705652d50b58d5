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
import org.openjdk.jcstress.infra.results.I_Result;

/** Messages arrive at an idle strand, which is its own first node, while a runner empties it again and again. */
@JCStressTest
@BrokenBy(in = SerialStrand.class, method = "becomeIdle", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "2", expect = ACCEPTABLE, desc = "Each message was handled.")
@Outcome(id = "", expect = FORBIDDEN, desc = "A message was lost or handled twice.")
@State
public class StrandFirstMessage {
    private final StrandBench bench = new StrandBench();
    private final SerialStrand strand = bench.newMessageStrand();

    public StrandFirstMessage() {
        strand.start();
    }

    @Actor
    public void sender() {
        strand.send("one");
        strand.send("two");
    }

    @Actor
    public void runner() {
        bench.runQueued();
        bench.runQueued();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = bench.finish();
    }
}
