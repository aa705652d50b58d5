package dev.ropewalk.scheduler.strand;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link StrandFirstMessage} with a sender that queues the strand before the message stands in it. */
@JCStressTest
@Outcome(id = "2", expect = ACCEPTABLE, desc = "Each message was handled.")
@Outcome(id = "", expect = FORBIDDEN, desc = "A message was lost or handled twice.")
@State
public class StrandFirstMessageBrokenTwin {
    private final CountingTask task = new CountingTask();
    private final BrokenMessageStrand strand =
            new BrokenMessageStrand(BrokenMessageStrand.Flaw.BODY_WRITTEN_WHEN_QUEUED, task);

    @Actor
    public void sender() {
        strand.send();
        strand.send();
    }

    @Actor
    public void runner() {
        strand.runQueued();
        strand.runQueued();
    }

    @Arbiter
    public void rest(I_Result result) {
        strand.runQueued();
        strand.runQueued();
        result.r1 = task.runs();
    }
}
