package dev.ropewalk.scheduler.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** The owner and a thief take at the same time, under the lock: each item goes to one of them. */
@JCStressTest
@BrokenBy(in = Inbox.class, method = "tryLock", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "once", expect = ACCEPTABLE, desc = "Each item was taken once, in order.")
@Outcome(id = "", expect = FORBIDDEN, desc = "An item was lost, taken twice, or out of order.")
@State
public class InboxTwoTakers {
    private final Inbox inbox = new Inbox();
    private @Nullable Object owners;
    private @Nullable Object thiefs;

    public InboxTwoTakers() {
        inbox.put(Items.node(1));
        inbox.put(Items.node(2));
    }

    @Actor
    public void owner() {
        owners = inbox.poll();
    }

    @Actor
    public void thief() {
        thiefs = inbox.poll();
    }

    @Arbiter
    public void rest(L_Result result) {
        result.r1 = Items.once(2, owners, thiefs, inbox.poll(), inbox.poll());
    }
}
