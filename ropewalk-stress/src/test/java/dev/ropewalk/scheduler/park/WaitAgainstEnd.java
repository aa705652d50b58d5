package dev.ropewalk.scheduler.park;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A thread begins to wait for a future while that ends: it sees the end, or it is told. */
@JCStressTest
@BrokenBy(in = FutureWaits.class, method = "enter", of = "add", flaw = Flaw.TOO_LATE)
@Outcome(id = "true, .*", expect = ACCEPTABLE, desc = "The thread sees the end.")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The thread is told.")
@Outcome(expect = FORBIDDEN, desc = "The thread waits for ever.")
@State
public class WaitAgainstEnd {
    private final CompletableFuture<String> future = new CompletableFuture<>();
    private final FutureWaits waits = new FutureWaits(future);
    private final FutureWait wait = new FutureWait("the proof");

    @Actor
    public void ender() {
        future.complete("done");
    }

    @Actor
    public void waiter(ZZ_Result result) {
        result.r1 = waits.enter(wait);
    }

    @Arbiter
    public void look(ZZ_Result result) {
        result.r2 = wait.isSettled();
    }
}
