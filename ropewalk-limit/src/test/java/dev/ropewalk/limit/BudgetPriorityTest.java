package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Priorities, in a time of the test's own. */
class BudgetPriorityTest {
    private final AtomicLong now = new AtomicLong();
    private final List<String> order = new ArrayList<>();
    private final Budget budget = Budget.builder()
            .resource("cpu", 1)
            .ageing(Duration.ofSeconds(10))
            .clock(now::get)
            .build();

    private void at(long second, String name, int priority) {
        now.set(TimeUnit.SECONDS.toNanos(second));
        var ignored = budget.acquireAsync(Demand.of("cpu", 1).priority(priority))
                .thenAccept(grant -> {
                    order.add(name);
                    grant.close();
                });
    }

    private void block(Runnable meanwhile) {
        Grant held = budget.tryAcquire(Demand.of("cpu", 1)).orElseThrow();
        meanwhile.run();
        held.close();
    }

    @Test
    void shouldAdmitTheHigherPriorityFirst() {
        block(() -> {
            at(0, "low", -1);
            at(0, "normal", 0);
            at(0, "high", 7);
            at(0, "also normal", 0);
        });

        assertThat(order).containsExactly("high", "normal", "also normal", "low");
    }

    @Test
    void shouldCountAStepOfPriorityAsMuchAsItsTimeOfWaiting() {
        block(() -> {
            at(0, "early", 0);
            at(19, "just in time", 2);
            at(21, "too late", 2);
        });

        assertThat(order).containsExactly("just in time", "early", "too late");
    }

    @Test
    void shouldOrderTheMostExtremePriorities() {
        block(() -> {
            at(0, "lowest", Integer.MIN_VALUE);
            at(0, "normal", 0);
            at(0, "highest", Integer.MAX_VALUE);
        });

        assertThat(order).containsExactly("highest", "normal", "lowest");
    }

    @Test
    void shouldOvertakeNobodyForEver() {
        block(() -> {
            at(0, "patient", 0);
            for (int second = 1; second < 100; second++) {
                at(second, "eager", 3);
            }
        });

        assertThat(order.indexOf("patient")).isEqualTo(29);
    }

    @Test
    void shouldRecordHowLongRequestsWaited() {
        block(() -> {
            at(0, "a", 0);
            at(5, "b", 0);
            now.set(TimeUnit.SECONDS.toNanos(6));
        });

        assertThat(budget.stats().admission().waits().count()).isEqualTo(2);
        assertThat(budget.stats().admission().waits().max()).isEqualTo(Duration.ofSeconds(6));
        assertThat(budget.stats().admission().waits().total()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void shouldRefuseAnAgeingOfNothing() {
        assertThatThrownBy(() -> Budget.builder().ageing(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ageing must be above zero: PT0S");
    }
}
