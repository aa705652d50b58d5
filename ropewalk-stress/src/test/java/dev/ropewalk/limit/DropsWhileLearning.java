package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.algorithm.AdaptiveLimit;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Two requests are dropped at once: an algorithm that is called by one thread at a time learns of both. */
@JCStressTest
@BrokenBy(in = AdaptiveLimit.class, method = "learn", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "2", expect = ACCEPTABLE, desc = "Both.")
@Outcome(expect = FORBIDDEN, desc = "A drop was lost, or the algorithm was called twice at once.")
@State
public class DropsWhileLearning {
    private final DropCounter drops = new DropCounter();
    private final AdaptiveLimit limit = new AdaptiveLimit(drops, 1, next -> {}, () -> {});

    @Actor
    public void one() {
        limit.learn(1, 1, 1, true);
    }

    @Actor
    public void other() {
        limit.learn(1, 1, 1, true);
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = drops.count();
    }
}
