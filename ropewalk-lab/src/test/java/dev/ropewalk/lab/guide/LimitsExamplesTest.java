package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.GradientLimit;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.LimiterFullException;
import dev.ropewalk.limit.Permit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/limits.md, and what it computes. */
class LimitsExamplesTest {
    private final List<Object> printed = new ArrayList<>();

    @Test
    void shouldCallUnderAPermit() throws Exception {
        // @start region="smallest" :
        Limiter database = Limiter.fixed(20).name("database").build();
        String row = database.call(() -> query(12)); // at most 20 at once, in all threads
        // @end

        assertThat(row).isEqualTo("row 12");
        assertThat(database.stats().admitted()).isEqualTo(1);
        assertThat(database.stats().inFlight()).isZero();
    }

    @Test
    void shouldFollowMeasurements() throws Exception {
        // @start region="adaptive" :
        Limiter search = Limiter.gradient()
                .name("search")
                .drops(TimeoutException.class::isInstance) // these alone are signs of overload
                .build();
        GradientLimit cautious = GradientLimit.builder().max(100).tolerance(1.2).build();
        Limiter other = Limiter.adaptive(cautious).name("search-2").build(); // the same in your own terms
        // @end

        assertThat(search.call(() -> query(1))).isEqualTo("row 1");
        assertThat(other.limit()).isBetween(1, 100);
    }

    @Test
    void shouldHoldAPermitByHand() throws InterruptedException {
        Limiter limiter = Limiter.aimd().build();
        // @start region="permit" :
        try (Permit permit = limiter.acquire()) {
            query(12);
            permit.succeed(); // the last thing in the block; without it the limit learns of a drop
        }
        // @end

        assertThat(limiter.stats().inFlight()).isZero();
    }

    @Test
    void shouldDoSomethingElseWithoutAPermit() throws InterruptedException {
        Limiter limiter = Limiter.fixed(1).build();
        for (int i = 0; i < 2; i++) {
            // @start region="maybe" :
            try (Permit permit = limiter.tryAcquire().orElse(null)) {
                if (permit == null) {
                    print("too many");
                } else {
                    query(12);
                    permit.succeed();
                }
            }
            // @end
        }
        assertThat(limiter.stats().inFlight()).isZero();
        assertThat(printed).isEmpty();
    }

    @Test
    void shouldTurnAway() throws InterruptedException {
        // @start region="full" :
        Limiter limiter = Limiter.fixed(1).name("printer").maxWaiting(1).build();
        Permit first = limiter.acquire();
        print(limiter.tryAcquire()); // Optional.empty
        CompletableFuture<Permit> second = limiter.acquireAsync(); // waits, without a thread
        CompletableFuture<Permit> third = limiter.acquireAsync(); // has failed: LimiterFullException
        first.close();
        second.join().close();
        // @end

        assertThat(printed).containsExactly(Optional.empty());
        assertThat(third).isCompletedExceptionally();
        assertThatExceptionOfType(LimiterFullException.class)
                .isThrownBy(() -> {
                    throw third.exceptionNow();
                })
                .withMessageContaining("printer");
    }

    @Test
    void shouldGuaranteeShares() throws Exception {
        // @start region="partitions" :
        Limiter database = Limiter.fixed(10)
                .name("database")
                .partition("live", 0.8)
                .partition("batch", 0.1)
                .build();
        Limiter batch = database.partition("batch");
        print(batch.limit()); // 1 is its own; what the others don't use is lent to it
        batch.call(() -> query(12));
        // @end

        assertThat(printed).containsExactly(1);
    }

    @Test
    void shouldHandOutResources() throws InterruptedException {
        // @start region="budget" :
        try (Budget budget = Budget.builder()
                .name("downloads")
                .resource("calls", 200)
                .resource("memory", 4L << 30)
                .build()) {
            try (Grant grant = budget.acquire(Demand.of("calls", 1).and("memory", 64 << 20))) {
                String page = query(12);
                grant.release("calls"); // the answer is here, its memory is still needed
                print(page);
            }
        }
        // @end

        assertThat(printed).containsExactly("row 12");
    }

    @Test
    void shouldMeasureTheHeap() throws InterruptedException {
        // @start region="heap" :
        try (Budget budget =
                Budget.builder().resource("calls", 200).resource(Budget.heap()).build()) {
            Optional<Grant> grant = budget.tryAcquire(Demand.of("heap", 1 << 20), Duration.ofSeconds(30));
            print(budget.available("heap") >> 20); // MiB that could be had at once
            grant.ifPresent(Grant::close);
        }
        // @end

        assertThat(printed).hasSize(1);
    }

    @Test
    void shouldTellWhoWaits() throws InterruptedException {
        Limiter database = Limiter.fixed(1).name("database-of-the-guide").build();
        Permit first = database.acquire();
        CompletableFuture<Permit> second = database.acquireAsync();
        // @start region="looking" :
        Limiter.live()
                .forEach((name, limiter) -> print(name + " " + limiter.stats().waiting()));
        database.waiters().forEach(waiter -> print(waiter.what()));
        print(database.stats().waits()); // how long those had waited that were admitted
        // @end
        first.close();
        second.join().close();

        assertThat(printed)
                .contains("a permit")
                .anySatisfy(line -> assertThat(line).asString().matches("database-of-the-guide\\S* 1"));
    }

    private static String query(long key) {
        return "row " + key;
    }

    private void print(Object what) {
        printed.add(what);
    }
}
