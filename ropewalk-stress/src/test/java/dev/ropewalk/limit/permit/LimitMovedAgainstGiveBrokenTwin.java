package dev.ropewalk.limit.permit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** {@link LimitMovedAgainstGive} with a limit that is written without a compare-and-set. */
@JCStressTest
@Outcome(id = "3, 1", expect = ACCEPTABLE, desc = "Both were done.")
@Outcome(expect = FORBIDDEN, desc = "One overwrote the other.")
@State
public class LimitMovedAgainstGiveBrokenTwin {
    private static final int LIMIT_SHIFT = 32;
    private final AtomicLong word = new AtomicLong((2L << LIMIT_SHIFT) + 2);

    @Actor
    public void owner() {
        word.set((3L << LIMIT_SHIFT) + (int) word.get());
    }

    @Actor
    public void holder() {
        word.getAndDecrement();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = (int) (word.get() >>> LIMIT_SHIFT);
        result.r2 = (int) word.get();
    }
}
