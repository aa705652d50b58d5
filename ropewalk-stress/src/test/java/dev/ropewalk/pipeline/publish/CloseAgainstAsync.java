package dev.ropewalk.pipeline.publish;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A pipeline is closed while somebody begins to wait for room without a thread: the answer comes. */
@JCStressTest
@BrokenBy(in = Claimer.class, method = "checkOpen", of = "isOpenNow", flaw = Flaw.ALWAYS_TRUE)
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The answer comes.")
@Outcome(expect = FORBIDDEN, desc = "Nobody tells who waits.")
@State
public class CloseAgainstAsync {
    private final Ended ended = new Ended(false);
    private @Nullable CompletableFuture<Long> answer;

    public CloseAgainstAsync() {
        boolean ignored = ended.publish();
    }

    @Actor
    public void producer() {
        answer = ended.publishAsync();
    }

    @Actor
    public void closer() {
        int ignored = ended.close();
    }

    @Arbiter
    public void rest(I_Result result) {
        result.r1 = answer != null && answer.isDone() ? 1 : 0;
    }
}
