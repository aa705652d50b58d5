package dev.ropewalk.scheduler.strand;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.concurrent.ThreadLocalRandom;
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
    private static final int LOOKS = 20;
    private static final int MAX_DELAY = 40;

    private final StrandBench bench = new StrandBench();
    private final SerialStrand strand = bench.newMessageStrand();

    /** Between the messages, so that the second one comes when the runner is done with the first at times. */
    private final int delay = ThreadLocalRandom.current().nextInt(MAX_DELAY);

    public StrandFirstMessage() {
        strand.start();
    }

    @Actor
    public void sender() {
        strand.send("one");
        for (int i = 0; i < delay; i++) {
            Thread.onSpinWait();
        }
        strand.send("two");
    }

    @Actor
    public void runner() {
        for (int looks = 0; looks < LOOKS; looks++) {
            boolean ignored = bench.runQueued();
        }
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = bench.finish();
    }
}
