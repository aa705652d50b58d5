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
import org.openjdk.jcstress.infra.results.III_Result;

/** A task comes while the executor is shut down: it is admitted before the end, or rejected. */
@JCStressTest
@BrokenBy(in = AdmissionLock.class, method = "lock", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = AdmissionLock.class, method = "release", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "It is in flight, and the end waits for it.")
@Outcome(id = "2, 0, 1", expect = ACCEPTABLE, desc = "It was rejected.")
@Outcome(expect = FORBIDDEN, desc = "It was admitted after the end, or the end is missed.")
@State
public class EnterAgainstShutdown {
    private final AdmissionStep step = new AdmissionStep(1, new AdmissionLock());

    @Actor
    public void submitter(III_Result result) {
        result.r1 = step.enter(AdmissionStep::task);
    }

    @Actor
    public void closer() {
        step.admission.shutdown();
    }

    @Arbiter
    public void rest(III_Result result) {
        result.r2 = step.counts();
        result.r3 = step.admission.isTerminated() ? 1 : 0;
    }
}
