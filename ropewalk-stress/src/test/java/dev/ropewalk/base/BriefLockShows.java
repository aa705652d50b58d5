package dev.ropewalk.base;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What is written under the lock is seen under the lock, whole or not at all. */
@JCStressTest
@BrokenBy(in = BriefLockShows.class, method = "writer", of = "late", flaw = Flaw.TOO_LATE)
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "Not written yet.")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "All is seen.")
@Outcome(expect = FORBIDDEN, desc = "Half is seen.")
@State
public class BriefLockShows {
    private final BriefLock lock = new BriefLock();
    private int early;
    private int late;

    @Actor
    public void writer() {
        lock.lock();
        early = 1;
        late = 1;
        lock.unlock();
    }

    @Actor
    public void reader(II_Result result) {
        lock.lock();
        result.r1 = late;
        result.r2 = early;
        lock.unlock();
    }
}
