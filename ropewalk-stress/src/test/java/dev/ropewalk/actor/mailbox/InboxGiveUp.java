package dev.ropewalk.actor.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A blocking actor gives up waiting while a message is sent: it finds the message, now or in its next receive. */
@JCStressTest
@BrokenBy(in = InboxQueue.class, method = "wakeUp", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "The message came first, and was found.")
@Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "It was awake, and looked in time.")
@Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "It was awake, and looked too early.")
@Outcome(id = "", expect = FORBIDDEN, desc = "The message was lost, doubled, or hidden behind a sleep that was over.")
@State
public class InboxGiveUp {
    private final InboxQueue queue = new InboxQueue();

    public InboxGiveUp() {
        queue.fallAsleep();
    }

    @Actor
    public void reader(III_Result result) {
        queue.wakeUp();
        result.r1 = queue.poll() == null ? 0 : 1;
    }

    @Actor
    public void sender(III_Result result) {
        result.r2 = queue.put("message") ? 1 : 0;
    }

    @Arbiter
    public void rest(III_Result result) {
        result.r3 = queue.poll() == null ? 0 : 1;
    }
}
