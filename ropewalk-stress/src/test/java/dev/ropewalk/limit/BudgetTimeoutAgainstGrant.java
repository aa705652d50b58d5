package dev.ropewalk.limit;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.ropewalk.limit.waiter.AdmissionWaiter;
import dev.ropewalk.stress.BrokenBy;
import dev.ropewalk.stress.Flaw;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The time of a request is up while what it waits for is given back. */
@JCStressTest
@BrokenBy(in = AdmissionWaiter.class, method = "withdraw", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "Its time was up, and the call is free.")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "It has the call.")
@Outcome(expect = FORBIDDEN, desc = "The call was lost.")
@State
public class BudgetTimeoutAgainstGrant {
    private static final Duration MOMENT = Duration.ofNanos(1);
    private static final int MAX_DELAY = 100;
    private static final Demand CALL = Demand.of("calls", 1);

    private final Budget budget = Budget.builder().resource("calls", 1).build();
    private final Grant held = budget.tryAcquire(CALL).orElseThrow();
    private final int delay = ThreadLocalRandom.current().nextInt(MAX_DELAY);

    @Actor
    public void impatient(II_Result result) {
        try {
            result.r1 = budget.tryAcquire(CALL, MOMENT).isPresent() ? 1 : 0;
        } catch (InterruptedException e) {
            throw new AssertionError("nobody interrupts", e);
        }
    }

    /** Takes its time, more or less: else it would be done long before the request's time is up. */
    @Actor
    public void holder() {
        for (int i = 0; i < delay; i++) {
            Thread.onSpinWait();
        }
        held.close();
    }

    @Arbiter
    public void rest(II_Result result) {
        result.r2 = (int) budget.available("calls");
    }
}
