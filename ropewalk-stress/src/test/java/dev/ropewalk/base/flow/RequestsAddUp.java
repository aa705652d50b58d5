package dev.ropewalk.base.flow;

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

/** A subscriber requests more while an element is delivered: neither is forgotten. */
@JCStressTest
@BrokenBy(in = RequestedElements.class, method = "add", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "7", expect = ACCEPTABLE, desc = "Both count.")
@Outcome(expect = FORBIDDEN, desc = "One was lost.")
@State
public class RequestsAddUp {
    private final RequestedElements requested = new RequestedElements();

    public RequestsAddUp() {
        requested.add(3);
    }

    @Actor
    public void subscriber() {
        requested.add(5);
    }

    @Actor
    public void source() {
        long ignored = requested.takeOff(1);
    }

    @Arbiter
    public void rest(J_Result result) {
        result.r1 = requested.count();
    }
}
