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

/** A timer parks elsewhere and then goes to sleep, while a timeout is added too late: the timer isn't left asleep without a permit. */
@JCStressTest
@BrokenBy(in = TimerWheel.class, method = "prepareSleep", of = "getVolatile", flaw = Flaw.ALWAYS_FALSE)
@Outcome(id = "true", expect = ACCEPTABLE, desc = "The timer stays awake, or is woken.")
@Outcome(
        id = "false",
        expect = FORBIDDEN,
        desc =
                "The permit was taken elsewhere, and the timer hasn't seen that a timeout was missed: it sleeps for a turn.")
@State
public class WheelMissedBeforeSleep {
    private final TimerWheel wheel = new TimerWheel(8);
    private final Timeout timeout = new Timeout(WheelMissedBeforeSleep::nothing, 1);
    private volatile boolean permit;
    private boolean staysAwake;

    public WheelMissedBeforeSleep() {
        wheel.wakeUp();
        Timeout ignored = wheel.advance(1);
    }

    @Actor
    public void timer() {
        permit = false;
        staysAwake = wheel.prepareSleep() == TimerWheel.AWAKE;
    }

    @Actor
    public void adder() {
        if (wheel.add(timeout)) {
            permit = true;
        }
    }

    @Arbiter
    public void afterwards(Z_Result result) {
        result.r1 = staysAwake || permit;
    }

    private static void nothing() {}
}
