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

/** Two tasks come while one slot is free: one has it, the other waits. */
@JCStressTest
@BrokenBy(in = AdmissionLock.class, method = "lock", of = "lock", flaw = Flaw.LEFT_OUT)
@BrokenBy(in = AdmissionLock.class, method = "release", of = "unlock", flaw = Flaw.LEFT_OUT)
@Outcome(
        id = {"1, 0, 11", "0, 1, 11"},
        expect = ACCEPTABLE,
        desc = "One has the slot.")
@Outcome(expect = FORBIDDEN, desc = "Both have it, or neither, or a task is lost.")
@State
public class SlotsRunOut {
    private final AdmissionStep step = new AdmissionStep(1, new AdmissionLock());

    @Actor
    public void one(III_Result result) {
        result.r1 = step.enter(AdmissionStep::task);
    }

    @Actor
    public void other(III_Result result) {
        result.r2 = step.enter(AdmissionStep::task);
    }

    @Arbiter
    public void rest(III_Result result) {
        result.r3 = step.counts();
    }
}
