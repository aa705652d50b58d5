package dev.ropewalk.task.run;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import dev.ropewalk.task.queue.AdmissionLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** The executor is stopped while a runner takes the waiting task: it runs or is handed back. */
@JCStressTest
@BrokenBy(in = AdmissionLock.class, method = "lock", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = AdmissionLock.class, method = "release", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, 0, 1, 0", expect = ACCEPTABLE, desc = "It runs.")
@Outcome(id = "0, 1, 0, 1", expect = ACCEPTABLE, desc = "It was handed back, and that was the end.")
@Outcome(expect = FORBIDDEN, desc = "It runs and was handed back, or neither, or the end is missed.")
@State
public class StopAgainstAdmit {
    private final AdmissionStep step = new AdmissionStep(1, new AdmissionLock());
    private final TaskRunner runner = step.occupy();

    public StopAgainstAdmit() {
        step.enter(AdmissionStep::task);
    }

    @Actor
    public void runner(IIII_Result result) {
        result.r1 = step.next(runner);
    }

    @Actor
    public void closer(IIII_Result result) {
        result.r2 = step.stop();
    }

    @Arbiter
    public void rest(IIII_Result result) {
        result.r3 = step.counts();
        result.r4 = step.admission.isTerminated() ? 1 : 0;
    }
}
