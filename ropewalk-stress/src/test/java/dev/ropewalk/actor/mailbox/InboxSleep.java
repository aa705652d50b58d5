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

/** A blocking actor that has read everything falls asleep while a message is sent: it stays awake, or the sender wakes it. */
@JCStressTest
@BrokenBy(in = InboxQueue.class, method = "fallAsleep", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "0, 0, 1", expect = ACCEPTABLE, desc = "It stayed awake.")
@Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "It is woken.")
@Outcome(id = "", expect = FORBIDDEN, desc = "It sleeps beside a message, is woken in vain, or the message is lost.")
@State
public class InboxSleep {
    private final InboxQueue queue = new InboxQueue();

    public InboxSleep() {
        queue.put("read before");
        queue.poll();
    }

    @Actor
    public void reader(III_Result result) {
        result.r1 = queue.fallAsleep() ? 1 : 0;
    }

    @Actor
    public void sender(III_Result result) {
        result.r2 = queue.put("message") ? 1 : 0;
    }

    @Arbiter
    public void rest(III_Result result) {
        queue.wakeUp();
        result.r3 = queue.poll() == null ? 0 : 1;
    }
}
