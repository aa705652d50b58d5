package dev.ropewalk.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A reader sees no record of a frame, or all of them, intact. */
@JCStressTest
@BrokenBy(in = FrameAppears.class, method = "writer", of = "writeBody", flaw = Flaw.TOO_LATE)
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Committed, and not seen yet.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Committed and seen.")
@Outcome(expect = FORBIDDEN, desc = "Seen in part, or damaged.")
@State
public class FrameAppears {
    private final TwoInAFrame frame = new TwoInAFrame();

    @Actor
    public void writer(II_Result result) {
        frame.writeBody();
        result.r1 = frame.publish() ? 1 : 0;
    }

    @Actor
    public void reader(II_Result result) {
        result.r2 = frame.read();
    }
}
