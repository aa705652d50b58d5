package dev.ropewalk.actor.flow;

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
import org.openjdk.jcstress.infra.results.II_Result;

/** An actor takes up the last elements of a flow while the flow ends: the end is sent once, behind them. */
@JCStressTest
@BrokenBy(in = EndBehindAll.class, method = "takeOff", of = "getAndAdd", flaw = Flaw.NOT_ATOMIC)
@BrokenBy(in = EndBehindAll.class, method = "tryAdd", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "It was sent once, when both elements were taken up.")
@Outcome(expect = FORBIDDEN, desc = "It wasn't sent, or twice, or too early.")
@State
public class EndComesOnce {
    private final EndBehindAll<String> end = new EndBehindAll<>();
    private volatile int first;
    private volatile int second;
    private int sentByActor;
    private int sentByPublisher;
    private int takenUpBefore;

    public EndComesOnce() {
        boolean ignored = end.tryAdd();
    }

    private int sent(@Nullable String message) {
        if (message == null) {
            return 0;
        }
        takenUpBefore = first + second;
        return 1;
    }

    @Actor
    public void actor() {
        first = 1;
        sentByActor = sent(end.takeOff());
    }

    @Actor
    public void publisher() {
        boolean ignored = end.tryAdd();
        int sent = sent(end.set("complete"));
        second = 1;
        sentByPublisher = sent + sent(end.takeOff());
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r1 = sentByActor + sentByPublisher;
        result.r2 = takenUpBefore;
    }
}
