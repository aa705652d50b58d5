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

/** A task comes while the last one ends: it has the slot, or the runner takes it. */
@JCStressTest
@BrokenBy(in = AdmissionLock.class, method = "lock", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = AdmissionLock.class, method = "release", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "It has the slot that became free.")
@Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "The runner took it.")
@Outcome(expect = FORBIDDEN, desc = "It waits beside a free slot, or two are in flight.")
@State
public class EnterAgainstFinish {
    private final AdmissionStep step = new AdmissionStep(1, new AdmissionLock());
    private final TaskRunner runner = step.occupy();

    @Actor
    public void submitter(III_Result result) {
        result.r1 = step.enter(AdmissionStep::task);
    }

    @Actor
    public void runner(III_Result result) {
        result.r2 = step.next(runner);
    }

    @Arbiter
    public void rest(III_Result result) {
        result.r3 = step.counts();
    }
}
