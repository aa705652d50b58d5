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

/** A strand is started while a message is sent to it: the message is handled, after the start. */
@JCStressTest
@BrokenBy(in = SerialStrand.class, method = "becomeIdle", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "Handled once.")
@Outcome(id = "", expect = FORBIDDEN, desc = "The message was lost, or the strand queued too often.")
@State
public class StrandStart {
    private final StrandBench bench = new StrandBench();
    private final SerialStrand strand = bench.newMessageStrand();

    @Actor
    public void maker() {
        strand.start();
    }

    @Actor
    public void sender() {
        strand.send("early");
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = bench.finish();
        result.r2 = bench.enqueued();
    }
}
