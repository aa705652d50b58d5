package dev.ropewalk.scheduler.queue;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** {@link InboxTwoTakers} with a lock that is looked at and then taken. */
@JCStressTest
@Outcome(id = "once", expect = ACCEPTABLE, desc = "Each item was taken once, in order.")
@Outcome(id = "", expect = FORBIDDEN, desc = "An item was lost, taken twice, or out of order.")
@State
public class InboxTwoTakersBrokenTwin {
    private final BrokenInbox inbox = new BrokenInbox(BrokenInbox.Flaw.LOCK_WITHOUT_CAS);
    private @Nullable Object owners;
    private @Nullable Object thiefs;

    public InboxTwoTakersBrokenTwin() {
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
