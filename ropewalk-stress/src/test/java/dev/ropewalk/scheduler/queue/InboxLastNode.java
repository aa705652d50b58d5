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

/** The consumer takes the last node while a producer puts another behind it, which must not be hidden. */
@JCStressTest
@BrokenBy(in = Inbox.class, method = "replaceTail", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "once", expect = ACCEPTABLE, desc = "Each item was taken once, in order.")
@Outcome(id = "", expect = FORBIDDEN, desc = "An item was lost, taken twice, or out of order.")
@State
public class InboxLastNode {
    private final Inbox inbox = new Inbox();
    private @Nullable Object first;

    public InboxLastNode() {
        inbox.put(Items.node(1));
    }

    @Actor
    public void producer() {
        inbox.put(Items.node(2));
    }

    @Actor
    public void consumer() {
        first = inbox.poll();
    }

    @Arbiter
    public void rest(L_Result result) {
        result.r1 = Items.once(2, first, inbox.poll(), inbox.poll());
    }
}
