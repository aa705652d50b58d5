package dev.ropewalk.pipeline;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** {@link CloseAgainstAsync} with a pipeline that wakes those who wait before it refuses others. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "The answer comes.")
@Outcome(expect = FORBIDDEN, desc = "Nobody tells who waits.")
@State
public class CloseAgainstAsyncBrokenTwin {
    private final BrokenEnded ended = new BrokenEnded();
    private @Nullable CompletableFuture<Long> answer;

    public CloseAgainstAsyncBrokenTwin() {
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
