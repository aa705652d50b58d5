package dev.ropewalk.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Of two appenders that claim the same place, one gets it, and the other the place behind, by what the claim says. */
@JCStressTest
@BrokenBy(in = Segment.class, method = "claim", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "192, 216", expect = ACCEPTABLE, desc = "The short record is first.")
@Outcome(id = "232, 192", expect = ACCEPTABLE, desc = "The long record is first.")
@Outcome(expect = FORBIDDEN, desc = "Both have the same place, or one lies where nobody looks.")
@State
public class TwoClaims {
    static final long SHORT = RecordLayout.claim(RecordLayout.DATA, 1, 1, 8);
    static final long LONG = RecordLayout.claim(RecordLayout.DATA, 2, 1, 24);

    private final Segment segment = new Segment(0, 0, MemorySegment.ofArray(new long[40]));

    @Actor
    public void shorter(JJ_Result result) {
        result.r1 = append(SHORT);
    }

    @Actor
    public void longer(JJ_Result result) {
        result.r2 = append(LONG);
    }

    private long append(long claim) {
        long offset = SegmentLayout.HEADER_BYTES;
        long seen = segment.claim(offset, claim);
        while (seen != 0) {
            offset += RecordLayout.size(RecordLayout.length(seen));
            seen = segment.claim(offset, claim);
        }
        return offset;
    }
}
