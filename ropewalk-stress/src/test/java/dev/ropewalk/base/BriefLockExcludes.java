package dev.ropewalk.base;

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

/** Two threads count under a brief lock. */
@JCStressTest
@BrokenBy(in = BriefLock.class, method = "lock", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@BrokenBy(in = BriefLock.class, method = "trySpinning", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "Each counted behind the other.")
@Outcome(expect = FORBIDDEN, desc = "They were in the lock together, or one didn't see the other.")
@State
public class BriefLockExcludes {
    private final BriefLock lock = new BriefLock();
    private int count;
    private int other;

    @Actor
    public void one() {
        count();
    }

    @Actor
    public void two() {
        count();
    }

    private void count() {
        lock.lock();
        count++;
        other++;
        lock.unlock();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = count;
        result.r2 = other;
    }
}
