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

/** An executor runs a publication that has waited twice, side by side: it is published once, and the one behind it, too. */
@JCStressTest
@BrokenBy(in = AsyncPublication.Wait.class, method = "take", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "123", expect = ACCEPTABLE, desc = "Each is published once.")
@Outcome(expect = FORBIDDEN, desc = "One is published twice, or is lost.")
@State
public class AsyncRunTwice {
    private final List<Runnable> tasks = new ArrayList<>();
    private final Queued queued = new Queued(tasks::add);
    private final Runnable task;

    public AsyncRunTwice() {
        queued.publish(3);
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
        long _ = queued.poll();
        while (!tasks.isEmpty()) {
            tasks.removeFirst().run();
        }
        long _ = queued.poll();
        result.r1 = queued.poll();
    }
}
