package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How budgets are used. */
class BudgetExamplesTest {
    private final AtomicLong unpacked = new AtomicLong();

    private byte[] call() {
        return new byte[10];
    }

    private void unpack(byte[] result) {
        unpacked.addAndGet(result.length);
    }

    @Test
    void shouldTakeMemoryAndACallAtOnceAndGiveTheCallBackFirst() throws InterruptedException {
        Budget budget = Budget.builder()
                .resource("memory", 4L << 30)
                .resource("calls", 200)
                .build();
        Demand download = Demand.of("memory", 64 << 20).and("calls", 1);

        try (Grant grant = budget.acquire(download)) {
            byte[] result = call();
            grant.release("calls");
            unpack(result);
        }

        assertThat(unpacked).hasValue(10);
    }

    @Test
    void shouldFollowTheHeapAndTheContainer() throws InterruptedException {
        Budget budget = Budget.builder()
                .resource(Budget.heap())
                .resource(Resource.live("connections", this::freeConnections, Duration.ofMillis(100)))
                .build();

        try (Grant grant = budget.acquire(Demand.of("heap", 1 << 20).and("connections", 1))) {
            assertThat(grant.demand().amounts()).hasSize(2);
        }
    }

    private long freeConnections() {
        return 3;
    }

    @Test
    void shouldWaitInWaysThatSuitTheCaller() throws InterruptedException {
        Budget budget = Budget.builder().resource("calls", 1).build();
        Demand call = Demand.of("calls", 1);

        Optional<Grant> now = budget.tryAcquire(call);
        Optional<Grant> soon = budget.tryAcquire(call, Duration.ofMillis(10));
        CompletableFuture<Integer> later = budget.acquireAsync(call.priority(5)).thenApply(grant -> {
            try (grant) {
                return call().length;
            }
        });

        assertThat(soon).isEmpty();
        assertThat(budget.scarce(call)).hasValue("calls");
        now.orElseThrow().close();
        assertThat(later).isCompletedWithValue(10);
    }
}
