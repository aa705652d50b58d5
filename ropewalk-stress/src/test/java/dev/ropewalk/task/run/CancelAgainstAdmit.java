package dev.ropewalk.task.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import dev.ropewalk.task.queue.AdmissionLock;
import dev.ropewalk.task.queue.TaskFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** A waiting task is cancelled while a runner takes it: it is taken out of the queue once. */
@JCStressTest
@BrokenBy(in = AdmissionLock.class, method = "lock", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = AdmissionLock.class, method = "release", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, 1, 1, 0", expect = ACCEPTABLE, desc = "It was admitted, and cancelled then.")
@Outcome(id = "0, 1, 0, 1", expect = ACCEPTABLE, desc = "It was cancelled while it waited.")
@Outcome(expect = FORBIDDEN, desc = "It left the queue twice, or never.")
@State
public class CancelAgainstAdmit {
    private final AdmissionStep step = new AdmissionStep(1, new AdmissionLock());
    private final TaskRunner runner = step.occupy();
    private final TaskFuture<Object> future = new TaskFuture<>((Runnable) AdmissionStep::task);

    public CancelAgainstAdmit() {
        step.enter(future);
    }

    @Actor
    public void runner(IIII_Result result) {
        result.r1 = step.next(runner);
    }

    @Actor
    public void canceller(IIII_Result result) {
        result.r2 = step.cancel(future);
    }

    @Arbiter
    public void rest(IIII_Result result) {
        result.r3 = step.counts();
        result.r4 = (int) step.admission.stats().cancelled();
    }
}
