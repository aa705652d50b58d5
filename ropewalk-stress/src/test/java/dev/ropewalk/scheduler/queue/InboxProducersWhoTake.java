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

/** Two threads put and take at the same time, as workers do that submit to one another. */
@JCStressTest
@BrokenBy(in = Inbox.class, method = "tryLock", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "once", expect = ACCEPTABLE, desc = "Each item was taken once, in order.")
@Outcome(id = "", expect = FORBIDDEN, desc = "An item was lost, taken twice, or out of order.")
@State
public class InboxProducersWhoTake {
    private final Inbox inbox = new Inbox();
    private @Nullable Object ones;
    private @Nullable Object others;

    @Actor
    public void one() {
        inbox.put(Items.node(1));
        inbox.put(Items.node(2));
        ones = inbox.poll();
    }

    @Actor
    public void other() {
        inbox.put(Items.node(3));
        others = inbox.poll();
    }

    @Arbiter
    public void rest(L_Result result) {
        result.r1 = Items.once(3, ones, others, inbox.poll(), inbox.poll(), inbox.poll());
    }
}
