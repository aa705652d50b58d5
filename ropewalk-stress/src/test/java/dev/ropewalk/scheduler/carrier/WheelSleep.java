package dev.ropewalk.scheduler.carrier;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A timer falls asleep while a timeout is added: it sees the timeout, or the adder sees that it must be woken. */
@JCStressTest
@BrokenBy(in = TimerWheel.class, method = "prepareSleep", of = "setVolatile", flaw = Flaw.WITHOUT_FENCE)
@Outcome(
        id = {"0, 1", "1, 0", "1, 1"},
        expect = ACCEPTABLE,
        desc = "At least one saw the other.")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Both missed: the timer sleeps for ever.")
@State
public class WheelSleep {
    private final TimerWheel wheel = new TimerWheel(2);

    public WheelSleep() {
        wheel.wakeUp();
    }

    @Actor
    public void timer(II_Result result) {
        result.r1 = wheel.prepareSleep() == TimerWheel.NEVER ? 0 : 1;
    }

    @Actor
    public void adder(II_Result result) {
        result.r2 = wheel.add(new Timeout(WheelSleep::nothing, 1)) ? 1 : 0;
    }

    private static void nothing() {}
}
