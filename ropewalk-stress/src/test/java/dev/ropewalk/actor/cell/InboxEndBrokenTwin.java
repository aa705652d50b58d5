package dev.ropewalk.actor.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.actor.mailbox.InboxQueue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link InboxEnd} with a sender that looks whether the actor has stopped only before it puts its message in. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The message was dropped.")
@Outcome(id = "0", expect = FORBIDDEN, desc = "The message lies in an inbox that nobody reads.")
@State
public class InboxEndBrokenTwin {
    private final InboxQueue queue = new InboxQueue();
    private volatile boolean stopped;

    @Actor
    public void strand() {
        stopped = true;
        Object dropped;
        do {
            dropped = queue.poll();
        } while (dropped != null);
    }

    @Actor
    public void sender() {
        if (!stopped) {
            queue.put("message");
        }
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = queue.poll() == null ? 1 : 0;
    }
}
