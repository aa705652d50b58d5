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

/** A timer looks for a timeout that was added too late while another one is, in the same slot: that one is due soon, too. */
@JCStressTest
@BrokenBy(in = TimerWheel.class, method = "advance", of = "setVolatile", flaw = Flaw.TOO_LATE)
@Outcome(id = "true", expect = ACCEPTABLE, desc = "It was due.")
@Outcome(
        id = "false",
        expect = FORBIDDEN,
        desc = "The timer has looked before it was there, and forgotten that one was missed: it waits for a turn.")
@State
public class WheelMissed {
    private final TimerWheel wheel = new TimerWheel(8);
    private final Timeout timeout = new Timeout(WheelMissed::nothing, 1);
    private boolean wasDue;

    public WheelMissed() {
        Timeout ignored = wheel.advance(1);
        wheel.add(new Timeout(WheelMissed::nothing, 1));
    }

    @Actor
    public void timer() {
        wasDue = isDue();
    }

    @Actor
    public void adder() {
        wheel.add(timeout);
    }

    @Arbiter
    public void afterwards(Z_Result result) {
        result.r1 = isDue() || wasDue;
    }

    private boolean isDue() {
        boolean due = false;
        for (Timeout found = wheel.advance(1); found != null; found = found.next) {
            due |= found == timeout;
        }
        return due;
    }

    private static void nothing() {}
}
