package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.StackEnd;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers whose stack overflows at each call of what they call in turn. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OverflowTest {
    private static final int MANY = 100_000;
    private static final int STACK_OF_CALL = 300;

    @Test
    void shouldGiveEachSlotBack() throws Exception {
        Limiter limiter = Limiter.fixed(2).build();

        StackEnd.sweepElsewhere(
                () -> succeeds(() -> limiter.tryAcquire().orElseThrow().close()));

        assertThat(limiter.stats().inFlight()).isZero();
    }

    @Test
    void shouldGiveEachSlotBackAfterACallWithoutStack() throws Exception {
        Limiter limiter = Limiter.fixed(2).build();

        StackEnd.sweepElsewhere(() -> succeeds(() -> limiter.call(() -> useStack(STACK_OF_CALL))));

        assertThat(limiter.stats().inFlight()).isZero();
    }

    /** The caller has too little stack to give them back, too. */
    @Test
    void shouldTakeNoSlotThatNobodyGets() throws Exception {
        Limiter limiter = Limiter.fixed(MANY).build();
        var permits = new Permit[MANY];
        var taken = new AtomicInteger();

        StackEnd.sweepElsewhere(() -> succeeds(() -> {
            permits[taken.get()] = limiter.tryAcquire().orElseThrow();
            taken.incrementAndGet();
        }));

        assertThat(limiter.stats().inFlight()).isEqualTo(taken.get());
    }

    @Test
    void shouldGiveEachGrantBack() throws Exception {
        Budget budget = Budget.builder().resource(Resource.of("memory", 2)).build();
        Demand demand = Demand.of("memory", 1);

        StackEnd.sweepElsewhere(() -> succeeds(() -> budget.acquire(demand).close()));

        assertThat(budget.available("memory")).isEqualTo(2);
    }

    private static int useStack(int calls) {
        return calls == 0 ? 0 : useStack(calls - 1) + 1;
    }

    /** Does something that may overflow the stack; returns whether it didn't. */
    private static boolean succeeds(Step step) {
        try {
            step.take();
            return true;
        } catch (StackOverflowError noStack) {
            return false;
        } catch (Exception e) {
            throw new AssertionError("nothing else goes wrong", e);
        }
    }

    private interface Step {
        void take() throws Exception;
    }
}
