package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class BudgetTest {
    /** What a budget must neither count by nor ask anything under its lock. */
    private static final class ForeignDemand implements Demand {
        @Override
        public Demand and(String resource, long amount) {
            return this;
        }

        @Override
        public Demand priority(int value) {
            return this;
        }

        @Override
        public Map<String, Long> amounts() {
            return Map.of("memory", -10L);
        }

        @Override
        public int priority() {
            throw new AssertionError("asked for its priority");
        }
    }

    private static final Demand TEN_MEGABYTES = Demand.of("memory", 10);
    private static final Demand CALL = Demand.of("calls", 1);

    private final Budget budget = Budget.builder()
            .name("build")
            .resource("memory", 100)
            .resource("calls", 2)
            .build();

    @Test
    void shouldShowThatItHasNoLimitOnHowManyAreInFlight() {
        assertThat(budget.stats().admission().limit()).isEqualTo(Long.MAX_VALUE);
        assertThat(budget.stats().toString())
                .startsWith(
                        "BudgetStats[admission=AdmissionStats[name=build, limit=none, inFlight=0, waiting=0, admitted=0,"
                                + " rejected=0, expired=0, cancelled=0, waits=")
                .doesNotContain(Long.toString(Long.MAX_VALUE));
    }

    @Test
    void shouldTakeAllAmountsOfADemandAndGiveThemBack() throws InterruptedException {
        try (Grant grant = budget.acquire(TEN_MEGABYTES.and("calls", 2))) {
            assertThat(grant.demand().amounts()).containsEntry("memory", 10L).containsEntry("calls", 2L);
            assertThat(budget.available("memory")).isEqualTo(90);
            assertThat(budget.available("calls")).isZero();
        }

        assertThat(budget.available("memory")).isEqualTo(100);
        assertThat(budget.available("calls")).isEqualTo(2);
    }

    @Test
    void shouldTakeNothingIfOneAmountIsShort() {
        Grant ignored = budget.tryAcquire(Demand.of("calls", 2)).orElseThrow();

        assertThat(budget.tryAcquire(TEN_MEGABYTES.and("calls", 1))).isEmpty();
        assertThat(budget.available("memory")).isEqualTo(100);
        assertThat(budget.stats().admission().rejected()).isEqualTo(1);
        assertThat(budget.stats().admission().inFlight()).isEqualTo(1);
    }

    @Test
    void shouldGrantNothingToADemandForNothing() throws InterruptedException {
        CompletableFuture<Grant> waiting = all("memory", 100).thenCompose(grant -> budget.acquireAsync(TEN_MEGABYTES));

        budget.acquire(Demand.nothing()).close();

        assertThat(waiting).isNotDone();
    }

    private CompletableFuture<Grant> all(String resource, long amount) {
        return budget.acquireAsync(Demand.of(resource, amount));
    }

    @Test
    void shouldNameTheKnownResourcesWhenAnotherIsDemanded() {
        assertThatThrownBy(() -> budget.tryAcquire(Demand.of("disk", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no resource 'disk', only [memory, calls]");
        assertThatThrownBy(() -> budget.acquireAsync(CALL.and("disk", 1))).hasMessageContaining("'disk'");
        assertThatThrownBy(() -> budget.capacity("disk")).hasMessageContaining("'disk'");
    }

    @Test
    void shouldRefuseADemandThatTheLibraryHasNotMade() throws InterruptedException {
        Demand foreign = new ForeignDemand();

        assertRefusesTheForeignDemand(() -> budget.acquire(foreign));
        assertRefusesTheForeignDemand(() -> budget.tryAcquire(foreign));
        assertRefusesTheForeignDemand(() -> budget.tryAcquire(foreign, Duration.ofSeconds(1)));
        assertRefusesTheForeignDemand(() -> budget.acquireAsync(foreign));
        assertRefusesTheForeignDemand(() -> budget.scarce(foreign));
        try (Grant all = budget.acquire(Demand.of("memory", 100))) {
            assertRefusesTheForeignDemand(() -> budget.acquireAsync(foreign));
            assertThat(all.demand().amounts()).containsOnly(Map.entry("memory", 100L));
        }

        assertThat(budget.available("memory")).isEqualTo(100);
        assertThat(budget.stats().admission().waiting()).isZero();
        assertThat(budget.stats().admission().rejected()).isZero();
    }

    private static void assertRefusesTheForeignDemand(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("needs a demand made by Demand.of or Demand.nothing, not one of "
                        + ForeignDemand.class.getName());
    }

    @Test
    void shouldServeTheSameDemandInSeveralBudgets() throws InterruptedException {
        Budget other =
                Budget.builder().resource("calls", 1).resource("memory", 10).build();

        try (Grant one = budget.acquire(TEN_MEGABYTES);
                Grant two = other.acquire(TEN_MEGABYTES);
                Grant three = budget.acquire(TEN_MEGABYTES)) {
            assertThat(List.of(one, two, three)).hasSize(3);
            assertThat(budget.available("memory")).isEqualTo(80);
            assertThat(other.available("memory")).isZero();
        }
    }

    @Test
    void shouldGiveBackOnceHoweverOftenItIsClosed() throws InterruptedException {
        Grant grant = budget.acquire(TEN_MEGABYTES);
        grant.close();
        grant.close();

        assertThat(budget.available("memory")).isEqualTo(100);
        assertThat(budget.stats().admission().inFlight()).isZero();
    }

    @Test
    void shouldGiveBackAPartEarlyAndTheRestAtTheEnd() throws InterruptedException {
        Grant grant = budget.acquire(TEN_MEGABYTES.and("calls", 2));

        assertThat(grant.release("calls")).isTrue();
        assertThat(grant.release("calls")).isFalse();
        assertThat(budget.available("calls")).isEqualTo(2);
        assertThat(budget.available("memory")).isEqualTo(90);

        grant.close();
        assertThat(grant.release("memory")).isFalse();
        assertThat(budget.available("calls")).isEqualTo(2);
        assertThat(budget.available("memory")).isEqualTo(100);
    }

    @Test
    void shouldRefuseToGiveBackWhatWasNotDemanded() throws InterruptedException {
        try (Grant grant = budget.acquire(CALL)) {
            assertThatThrownBy(() -> grant.release("memory"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("'memory' isn't part of the demand {calls=1}");
        }
    }

    @Test
    void shouldAdmitWhoWaitsForAPartThatIsGivenBackEarly() throws InterruptedException {
        Grant grant = budget.acquire(TEN_MEGABYTES.and("calls", 2));
        CompletableFuture<Grant> waiting = budget.acquireAsync(CALL);

        assertThat(grant.release("calls")).isTrue();

        assertThat(waiting).isCompleted();
    }

    @Test
    void shouldAdmitInTheOrderOfArrival() throws InterruptedException {
        Grant all = budget.acquire(Demand.of("memory", 100));
        List<String> order = new ArrayList<>();
        for (String name : List.of("a", "b", "c")) {
            var ignored = budget.acquireAsync(Demand.of("memory", 60)).thenAccept(grant -> {
                order.add(name);
                grant.close();
            });
        }

        all.close();

        assertThat(order).containsExactly("a", "b", "c");
    }

    @Test
    void shouldRefuseThoseWhoWaitAndComeWhenClosed() throws InterruptedException {
        Grant held = budget.acquire(Demand.of("calls", 2));
        CompletableFuture<Grant> waiting = budget.acquireAsync(CALL);

        budget.close();

        assertThatThrownBy(waiting::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(BudgetClosedException.class);
        assertThatThrownBy(() -> budget.acquire(CALL)).hasMessage("budget 'build' is closed");
        assertThat(budget.acquireAsync(CALL)).isCompletedExceptionally();
        held.close();
        assertThat(budget.available("calls")).isEqualTo(2);
    }

    @Test
    void shouldTellForWhichResourceADemandWouldWait() throws InterruptedException {
        assertThat(budget.scarce(CALL)).isEmpty();
        Grant calls = budget.acquire(Demand.of("calls", 2));
        assertThat(budget.scarce(TEN_MEGABYTES.and("calls", 1))).isEqualTo(Optional.of("calls"));

        CompletableFuture<Grant> waiting = budget.acquireAsync(TEN_MEGABYTES.and("calls", 1));

        assertThat(budget.stats().resource("calls").waiting()).isEqualTo(1);
        assertThat(budget.stats().resource("memory").waiting()).isZero();
        assertThat(budget.stats().resource("memory").reserved()).isEqualTo(10);
        calls.close();
        assertThat(waiting).isCompleted();
    }
}
