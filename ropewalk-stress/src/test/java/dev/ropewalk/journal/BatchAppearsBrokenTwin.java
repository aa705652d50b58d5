package dev.ropewalk.journal;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link BatchAppears} with a first record that is published before the second one is written. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "Committed, and not seen yet.")
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Committed and seen.")
@Outcome(expect = FORBIDDEN, desc = "Seen in part, or damaged.")
@State
public class BatchAppearsBrokenTwin {
    private final TwoRecords records = new TwoRecords();

    @Actor
    public void writer(II_Result result) {
        result.r1 = records.publishFirst() ? 1 : 0;
        records.writeSecond();
    }

    @Actor
    public void reader(II_Result result) {
        result.r2 = records.read();
    }
}
