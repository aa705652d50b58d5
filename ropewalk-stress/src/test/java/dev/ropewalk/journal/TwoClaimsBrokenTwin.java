package dev.ropewalk.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import java.lang.foreign.MemorySegment;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** {@link TwoClaims} with a look and a store instead of the compare-and-set. */
@JCStressTest
@Outcome(id = "192, 216", expect = ACCEPTABLE, desc = "The short record is first.")
@Outcome(id = "232, 192", expect = ACCEPTABLE, desc = "The long record is first.")
@Outcome(expect = FORBIDDEN, desc = "Both have the same place, or one lies where nobody looks.")
@State
public class TwoClaimsBrokenTwin {
    private final Segment segment = new Segment(0, 0, MemorySegment.ofArray(new long[40]));

    @Actor
    public void shorter(JJ_Result result) {
        result.r1 = append(TwoClaims.SHORT);
    }

    @Actor
    public void longer(JJ_Result result) {
        result.r2 = append(TwoClaims.LONG);
    }

    private long append(long claim) {
        int offset = SegmentLayout.HEADER_BYTES;
        long seen = segment.word(offset);
        while (seen != 0) {
            offset += RecordLayout.size(RecordLayout.length(seen));
            seen = segment.word(offset);
        }
        segment.setWord(offset, claim);
        return offset;
    }
}
