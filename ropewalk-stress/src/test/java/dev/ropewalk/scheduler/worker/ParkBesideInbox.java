package dev.ropewalk.scheduler.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.scheduler.queue.Inbox;
import dev.ropewalk.scheduler.queue.Items;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A worker parks while a task is put into its inbox: it sees the task, or the producer sees it parked. */
@JCStressTest
@BrokenBy(in = ParkWord.class, of = "state", flaw = Flaw.NOT_VOLATILE)
@BrokenBy(in = ParkWord.class, method = "prepare", of = "fullFence", flaw = Flaw.LEFT_OUT)
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "At least one saw the other.")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Both missed: a lost wake-up.")
@State
public class ParkBesideInbox {
    private final ParkWord word = new ParkWord();
    private final Inbox inbox = new Inbox();

    @Actor
    public void worker(II_Result result) {
        word.prepare();
        result.r1 = inbox.isEmpty() ? 0 : 1;
    }

    @Actor
    public void producer(II_Result result) {
        inbox.put(Items.node(1));
        result.r2 = word.wake() ? 1 : 0;
    }
}
