package dev.ropewalk.scheduler.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A task is entered while the view is shut down: it is refused, or who shuts down finds it. */
@JCStressTest
@BrokenBy(in = RegistryShutdown.class, method = "stopper", of = "open", flaw = Flaw.TOO_LATE)
@Outcome(
        id = {"0, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "Refused, or entered and found.")
@Outcome(id = "", expect = FORBIDDEN, desc = "Entered and missed, or refused and found.")
@State
public class RegistryShutdown {
    private final RegistryStripe stripe = new RegistryStripe(ViewBench.newTask());
    private final ViewTask task = ViewBench.newTask();
    private volatile boolean open = true;

    @Actor
    public void submitter(II_Result result) {
        result.r1 = stripe.enter(task, () -> open) ? 1 : 0;
    }

    @Actor
    public void stopper(II_Result result) {
        open = false;
        result.r2 = stripe.findLive() == null ? 0 : 1;
    }
}
