package dev.ropewalk.pipeline.publish;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** An executor runs a publication that has waited twice, side by side, while there is room for two: it is published once, and the one behind it, too. */
@JCStressTest
@BrokenBy(in = AsyncPublication.Wait.class, method = "take", of = "compareAndSet", flaw = Flaw.ALWAYS_TRUE)
@Outcome(id = "1234", expect = ACCEPTABLE, desc = "Each is published once.")
@Outcome(expect = FORBIDDEN, desc = "One is published twice, or is lost.")
@State
public class AsyncRunTwice {
    private final List<Runnable> tasks = new ArrayList<>();
    private final Queued queued = new Queued(2, tasks::add);
    private final Runnable task;

    public AsyncRunTwice() {
        queued.publish(4);
        long _ = queued.poll();
        long _ = queued.poll();
        task = tasks.removeFirst();
    }

    @Actor
    public void one() {
        task.run();
    }

    @Actor
    public void other() {
        task.run();
    }

    @Arbiter
    public void rest(J_Result result) {
        for (int published = 3; published <= 5; published++) {
            long _ = queued.poll();
            while (!tasks.isEmpty()) {
                tasks.removeFirst().run();
            }
        }
        result.r1 = queued.poll();
    }
}
