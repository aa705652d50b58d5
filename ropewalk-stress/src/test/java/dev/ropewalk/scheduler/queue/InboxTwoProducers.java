package dev.ropewalk.scheduler.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Two producers put at the same time: nothing is lost, and what one of them put stays in order. */
@JCStressTest
@BrokenBy(in = Inbox.class, method = "swapTail", of = "getAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "once", expect = ACCEPTABLE, desc = "Each item was taken once, in order.")
@Outcome(id = "", expect = FORBIDDEN, desc = "An item was lost, taken twice, or out of order.")
@State
public class InboxTwoProducers {
    private final Inbox inbox = new Inbox();

    @Actor
    public void one() {
        inbox.put(Items.node(1));
        inbox.put(Items.node(2));
    }

    @Actor
    public void other() {
        inbox.put(Items.node(3));
        inbox.put(Items.node(4));
    }

    @Arbiter
    public void rest(L_Result result) {
        result.r1 = Items.onceInPairs(inbox.poll(), inbox.poll(), inbox.poll(), inbox.poll(), inbox.poll());
    }
}
