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
import org.openjdk.jcstress.infra.results.I_Result;

/** The executor is stopped while a thread begins to run a task: the thread is interrupted. */
@JCStressTest
@BrokenBy(in = TaskRunner.class, of = "thread", flaw = Flaw.NOT_VOLATILE)
@Outcome(
        id = {"1", "2"},
        expect = ACCEPTABLE,
        desc = "By the one, the other, or both.")
@Outcome(expect = FORBIDDEN, desc = "Nobody interrupts it.")
@State
public class StopAgainstArrival {
    private final AdmissionStep step = new AdmissionStep(1, new AdmissionLock());
    private final TaskRunner runner = step.occupy();
    private final CountingThread thread = new CountingThread();

    @Actor
    public void runner() {
        runner.arrive(thread);
    }

    @Actor
    public void closer() {
        step.stop();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = thread.interrupts.get();
    }
}
