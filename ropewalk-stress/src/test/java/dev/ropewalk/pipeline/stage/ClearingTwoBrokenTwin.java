package dev.ropewalk.pipeline.stage;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.pipeline.sequence.Sequence;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JII_Result;

/** {@link ClearingTwo} that isn't looked at again by who has let go. */
@JCStressTest
@Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "Cleared.")
@Outcome(expect = FORBIDDEN, desc = "The event isn't cleared, or twice, or too early.")
@State
public class ClearingTwoBrokenTwin {
    private final Sequence one = new Sequence(Sequence.BEFORE_FIRST);
    private final Sequence other = new Sequence(Sequence.BEFORE_FIRST);
    private final BrokenClearing clearer = new BrokenClearing(this::clear);
    private volatile int cleared;
    private volatile int early;

    public ClearingTwoBrokenTwin() {
        clearer.dependOn(new Sequence[] {one, other});
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // it is what is to be proven
    private void clear() {
        cleared++;
        if (one.get() < 0 || other.get() < 0) {
            early++;
        }
    }

    @Actor
    public void one() {
        one.set(0);
        clearer.advance();
    }

    @Actor
    public void other() {
        other.set(0);
        clearer.advance();
    }

    @Arbiter
    public void rest(JII_Result result) {
        result.r1 = clearer.cleared().get();
        result.r2 = cleared;
        result.r3 = early;
    }
}
