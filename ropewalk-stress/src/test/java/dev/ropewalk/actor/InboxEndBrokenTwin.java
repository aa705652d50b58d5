package dev.ropewalk.actor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link InboxEnd} with an asker that looks whether the actor has stopped only before it puts its question in. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The asker was told.")
@Outcome(id = "0", expect = FORBIDDEN, desc = "The question lies in an inbox that nobody reads.")
@State
public class InboxEndBrokenTwin {
    private final CompletableFuture<Object> answer = new CompletableFuture<>();
    private final InboxQueue queue = new InboxQueue();
    private volatile boolean stopped;

    @Actor
    public void strand() {
        stopped = true;
        for (Object item = queue.poll(); item != null; item = queue.poll()) {
            drop((Asked) item);
        }
    }

    @Actor
    public void asker() {
        var asked = new Asked("question", answer);
        if (stopped) {
            drop(asked);
        } else {
            queue.put(asked);
        }
    }

    private static void drop(Asked asked) {
        asked.answer.cancel(false);
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = answer.isDone() ? 1 : 0;
    }
}
