package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link DropsWhileLearning} with a thread that doesn't look again after it has let go. */
@JCStressTest
@Outcome(id = "2", expect = ACCEPTABLE, desc = "Both.")
@Outcome(expect = FORBIDDEN, desc = "A drop was lost, or the algorithm was called twice at once.")
@State
public class DropsWhileLearningBrokenTwin {
    private final DropCounter drops = new DropCounter();
    private final AtomicBoolean feeding = new AtomicBoolean();
    private final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

    @Actor
    public void one() {
        learn();
    }

    @Actor
    public void other() {
        learn();
    }

    private void learn() {
        queue.add(1);
        if (feeding.compareAndSet(false, true)) {
            while (queue.poll() != null) {
                drops.update(1, 1, 1, true);
            }
            feeding.set(false);
        }
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = drops.count();
    }
}
