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

/** A reader sees no record of a batch, or all of them, intact. */
@JCStressTest
@BrokenBy(in = BatchAppears.class, method = "writer", of = "writeSecond", flaw = Flaw.TOO_LATE)
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Committed, and not seen yet.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Committed and seen.")
@Outcome(expect = FORBIDDEN, desc = "Seen in part, or damaged.")
@State
public class BatchAppears {
    private final TwoRecords records = new TwoRecords();

    @Actor
    public void writer(II_Result result) {
        records.writeSecond();
        result.r1 = records.publishFirst() ? 1 : 0;
    }

    @Actor
    public void reader(II_Result result) {
        result.r2 = records.read();
    }
}
