package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.permit.LimiterPermit;
import dev.ropewalk.limit.permit.Place;
import dev.ropewalk.limit.waiter.AdmissionWaiter;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A thread's time is up while a permit is released: it has the permit, or leaves a free one. */
@JCStressTest
@BrokenBy(in = AdmissionWaiter.class, method = "withdraw", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "In time.")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "Too late, and the permit is free.")
@Outcome(expect = FORBIDDEN, desc = "The permit was lost or doubled.")
@State
public class TimeoutAgainstGrant {
    private final Core core = new Core(1);
    private final SilentWaiter<Permit> waiter = new SilentWaiter<>();
    private final LimiterPermit held = core.take();
    private final Place place = core.enter(waiter);

    @Actor
    public void holder() {
        held.close();
    }

    @Actor
    public void waiter(ZZ_Result result) {
        if (waiter.withdraw()) {
            core.leave(place);
        } else {
            result.r1 = waiter.granted() != null;
        }
    }

    @Arbiter
    public void rest(ZZ_Result result) {
        result.r2 = core.tryTake();
    }
}
