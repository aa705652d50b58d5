package dev.ropewalk.pipeline.publish;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** A place becomes free for a publication that waits, while another one with its executor begins: that one comes behind it. */
@JCStressTest
@BrokenBy(in = AsyncPublication.class, method = "begin", of = "mustWait", flaw = Flaw.ALWAYS_FALSE)
@Outcome(id = "123", expect = ACCEPTABLE, desc = "They keep their order.")
@Outcome(expect = FORBIDDEN, desc = "One has overtaken the other, or is lost.")
@State
public class OrderOfAsync {
    private final Queued queued = new Queued(1, Runnable::run);

    @Actor
    public void producer() {
        queued.publish(3);
    }

    @Actor
    public void stage() {
        long _ = queued.poll();
    }

    @Arbiter
    public void rest(J_Result result) {
        long _ = queued.poll();
        result.r1 = queued.poll();
    }
}
