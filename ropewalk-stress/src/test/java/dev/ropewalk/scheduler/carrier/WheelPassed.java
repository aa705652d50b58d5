package dev.ropewalk.scheduler.carrier;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A timer passes the tick for which a timeout is added: the timeout is due soon, and doesn't wait for the wheel's next turn. */
@JCStressTest
@BrokenBy(in = TimerWheel.class, method = "advance", of = "setVolatile", flaw = Flaw.TOO_LATE)
@Outcome(id = "true", expect = ACCEPTABLE, desc = "It was due.")
@Outcome(
        id = "false",
        expect = FORBIDDEN,
        desc = "Neither the timer nor the adder has seen the other: it waits for a turn.")
@State
public class WheelPassed {
    private final TimerWheel wheel = new TimerWheel(8);
    private boolean wasDue;

    @Actor
    public void timer() {
        wasDue = wheel.advance(1) != null;
    }

    @Actor
    public void adder() {
        wheel.add(new Timeout(WheelPassed::nothing, 1));
    }

    @Arbiter
    public void afterwards(Z_Result result) {
        result.r1 = wheel.advance(3) != null || wasDue;
    }

    private static void nothing() {}
}
