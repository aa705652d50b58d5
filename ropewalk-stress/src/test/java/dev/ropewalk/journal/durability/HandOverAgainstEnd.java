package dev.ropewalk.journal.durability;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.journal.durability.DurabilityWaiter.OfFuture;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A future is handed over while the teller comes to its end: one of both tells it, after all that was told before. */
@JCStressTest
@BrokenBy(in = OfFuture.class, method = "follow", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Both are told, in order.")
@Outcome(expect = FORBIDDEN, desc = "One is forgotten, or two tellers are at work.")
@State
public class HandOverAgainstEnd {
    // A teller's thread is a task here; the actor that starts it runs it.
    private final Queue<Runnable> started = new ArrayDeque<>(2);
    private final FutureTeller teller = new FutureTeller(started::add);
    private final Runnable running;
    private int told;
    private int first;
    private int second;

    public HandOverAgainstEnd() {
        hand(() -> first = ++told);
        running = started.remove();
    }

    private void hand(Runnable callback) {
        CompletableFuture<Long> future = new CompletableFuture<>();
        var _ = future.thenRun(callback);
        teller.tell(List.of(new OfFuture(0, 0, future)));
    }

    @Actor
    public void tells() {
        running.run();
    }

    @Actor
    public void hands() {
        hand(() -> second = ++told);
        Runnable again = started.poll();
        if (again != null) {
            again.run();
        }
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = first;
        result.r2 = second;
    }
}
