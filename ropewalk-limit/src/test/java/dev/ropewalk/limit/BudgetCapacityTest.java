package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Requests for more than there is, and capacities that move. */
class BudgetCapacityTest {
    private final Budget budget =
            Budget.builder().resource("memory", 10).resource("calls", 2).build();

    private CompletableFuture<Grant> ask(String resource, long amount) {
        return budget.acquireAsync(Demand.of(resource, amount));
    }

    @Test
    void shouldAdmitAnOversizeRequestAloneWhenNothingIsInUse() {
        Grant small = ask("memory", 1).join();
        CompletableFuture<Grant> oversize =
                budget.acquireAsync(Demand.of("memory", Long.MAX_VALUE).and("calls", 1));
        CompletableFuture<Grant> behind = ask("memory", 1);

        assertThat(oversize).isNotDone();
        assertThat(behind).as("the oversize request has its turn first").isNotDone();
        assertThat(ask("calls", 1)).isCompleted();

        small.close();
        assertThat(oversize).isCompleted();
        assertThat(behind).isNotDone();

        oversize.join().close();
        assertThat(behind).isCompleted();
    }

    @Test
    void shouldAdmitAnOversizeRequestAtOnceIfItsResourceIsIdle() {
        Grant oversize = budget.tryAcquire(Demand.of("memory", 11)).orElseThrow();

        assertThat(budget.available("memory")).isEqualTo(-1);
        assertThat(budget.tryAcquire(Demand.of("memory", 1))).isEmpty();
        assertThat(budget.tryAcquire(Demand.of("memory", 11))).isEmpty();
        assertThat(budget.tryAcquire(Demand.of("calls", 1))).isPresent();
        oversize.close();
        assertThat(budget.available("memory")).isEqualTo(10);
    }

    @Test
    void shouldKeepAnIdleResourceForAnOversizeRequestThatWaitsForAnother() {
        Grant calls = ask("calls", 2).join();
        CompletableFuture<Grant> oversize =
                budget.acquireAsync(Demand.of("memory", 11).and("calls", 1));

        assertThat(budget.tryAcquire(Demand.of("memory", 1))).isEmpty();
        calls.close();
        assertThat(oversize).isCompleted();
    }

    @Test
    void shouldAdmitThoseWhoWaitWhenTheCapacityGoesUp() {
        Grant all = ask("memory", 10).join();
        CompletableFuture<Grant> waiting = ask("memory", 10);

        budget.setCapacity("memory", 20);

        assertThat(waiting).isCompleted();
        assertThat(budget.capacity("memory")).isEqualTo(20);
        all.close();
    }

    @Test
    void shouldLeaveWhatIsGrantedWhenTheCapacityGoesDown() {
        Grant six = ask("memory", 6).join();
        Grant four = ask("memory", 4).join();
        budget.setCapacity("memory", 5);
        CompletableFuture<Grant> waiting = ask("memory", 1);

        assertThat(budget.available("memory")).isEqualTo(-5);
        four.close();
        assertThat(waiting).isNotDone();
        six.close();
        assertThat(waiting).isCompleted();
    }

    @Test
    void shouldJudgeWhatIsOversizeAtTheTime() {
        Grant small = ask("memory", 2).join();
        CompletableFuture<Grant> large = ask("memory", 12);
        assertThat(large).isNotDone();

        budget.setCapacity("memory", 14);

        assertThat(large).as("fits beside the other").isCompleted();
        small.close();
    }

    @Test
    void shouldAdmitNothingWhileTheCapacityIsZero() {
        budget.setCapacity("memory", 0);
        CompletableFuture<Grant> waiting = ask("memory", 1);

        assertThat(waiting).isNotDone();
        budget.setCapacity("memory", 1);
        assertThat(waiting).isCompleted();
    }

    @Test
    void shouldRefuseCapacitiesThatMakeNoSense() {
        assertThatThrownBy(() -> budget.setCapacity("memory", -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("capacity of 'memory' must not be below zero: -1");
        assertThatThrownBy(() -> budget.setCapacity("disk", 1)).hasMessageContaining("no resource 'disk'");
        assertThatThrownBy(() -> Resource.of("memory", -2)).hasMessageContaining("-2");
        Budget live = Budget.builder()
                .resource(Resource.live("memory", () -> 1, Duration.ofSeconds(1)))
                .build();
        assertThatThrownBy(() -> live.setCapacity("memory", 3)).hasMessageContaining("is measured");
    }

    @Test
    void shouldRefuseBudgetsThatMakeNoSense() {
        assertThatThrownBy(() -> Budget.builder().name("empty").build()).hasMessage("budget 'empty' has no resource");
        assertThatThrownBy(() -> Budget.builder().resource("a", 1).resource("a", 2))
                .hasMessage("resource 'a' is there already: [a]");
        BudgetBuilder many = Budget.builder();
        for (int i = 0; i < 64; i++) {
            many = many.resource("r" + i, 1);
        }
        BudgetBuilder full = many;
        assertThatThrownBy(() -> full.resource("one more", 1)).hasMessageContaining("at most 64");
        try (Grant last = many.build().tryAcquire(Demand.of("r63", 1)).orElseThrow()) {
            assertThat(last.demand()).isEqualTo(Demand.of("r63", 1));
        }
    }
}
