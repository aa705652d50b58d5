package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.Retry;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.LimiterFullException;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.OverflowPolicy;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.BulkheadFullException;
import io.github.resilience4j.bulkhead.ThreadPoolBulkhead;
import io.github.resilience4j.bulkhead.ThreadPoolBulkheadConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

/** The code of the page about moving from resilience4j, with that of its bulkheads. */
class MigrateFromResilience4jExamplesTest {
    private static String query(long key) throws IOException {
        if (key < 0) {
            throw new IOException("no key " + key);
        }
        return "row " + key;
    }

    @Test
    void shouldBoundByABulkhead() throws Exception {
        long key = 7;
        // @start region="theirBulkhead" :
        Bulkhead database = Bulkhead.of(
                "database",
                BulkheadConfig.custom()
                        .maxConcurrentCalls(10)
                        .maxWaitDuration(Duration.ofSeconds(1))
                        .build());
        String row = database.executeCallable(() -> query(key)); // BulkheadFullException after a second
        // @end
        assertThat(row).isEqualTo("row 7");
    }

    @Test
    void shouldBoundByALimiter() throws Exception {
        long key = 7;
        // @start region="limiter" :
        Limiter database = Limiter.fixed(10).name("database").maxWaiting(100).build();
        String row = database.call(() -> query(key)); // LimiterFullException if a hundred wait already
        // @end
        assertThat(row).isEqualTo("row 7");
    }

    @Test
    void shouldWaitForALimitedTime() throws Exception {
        Limiter database = Limiter.fixed(1).build();
        List<String> told = new ArrayList<>();
        long key = 7;
        for (int i = 0; i < 2; i++) {
            Optional<Permit> held = i == 0 ? Optional.empty() : database.tryAcquire();
            // @start region="timed" :
            Optional<Permit> free = database.tryAcquire(Duration.ofMillis(1));
            if (free.isPresent()) {
                try (Permit permit = free.get()) {
                    told.add(query(key));
                    permit.succeed(); // without it an adaptive limit takes the call for a sign of overload
                }
            } else {
                told.add("the database is busy");
            }
            // @end
            held.ifPresent(Permit::close);
        }
        assertThat(told).containsExactly("row 7", "the database is busy");
    }

    @Test
    void shouldRefuseAtOnce() throws Exception {
        var bulkhead = Bulkhead.of(
                "database",
                BulkheadConfig.custom()
                        .maxConcurrentCalls(1)
                        .maxWaitDuration(Duration.ZERO)
                        .build());
        bulkhead.acquirePermission();
        assertThatThrownBy(() -> bulkhead.executeCallable(() -> query(1))).isInstanceOf(BulkheadFullException.class);

        Limiter limiter = Limiter.fixed(1).maxWaiting(0).build();
        Permit held = limiter.acquire();
        assertThatThrownBy(() -> limiter.call(() -> query(1))).isInstanceOf(LimiterFullException.class);
        held.close();
    }

    @Test
    void shouldQueueByAThreadPoolBulkhead() throws Exception {
        // @start region="theirPool" :
        ThreadPoolBulkhead pages = ThreadPoolBulkhead.of(
                "pages",
                ThreadPoolBulkheadConfig.custom()
                        .coreThreadPoolSize(4)
                        .maxThreadPoolSize(4)
                        .queueCapacity(100)
                        .build());
        CompletionStage<String> row = pages.submit(() -> query(7)); // throws BulkheadFullException
        // @end
        assertThat(row.toCompletableFuture().get()).isEqualTo("row 7");
        pages.close();
    }

    @Test
    void shouldQueueByABoundedExecutor() throws Exception {
        // @start region="pool" :
        BoundedExecutor pages = BoundedExecutor.builder(4)
                .name("pages")
                .capacity(100, OverflowPolicy.REJECT)
                .build();
        Future<String> row = pages.submit(() -> query(7)); // throws RejectedExecutionException
        // @end
        assertThat(row.get()).isEqualTo("row 7");
        pages.close();
    }

    @Test
    void shouldFollowTheService() throws Exception {
        long key = 7;
        // @start region="adaptive" :
        Limiter database = Limiter.gradient() // or vegas(), aimd(), adaptive(an algorithm of yours)
                .name("database")
                .drops(thrown -> thrown instanceof TimeoutException) // the rest says nothing about the load
                .partition("live", 0.8)
                .partition("batch", 0.1)
                .build();
        String row = database.partition("live").call(() -> query(key));
        // @end
        assertThat(row).isEqualTo("row 7");
        assertThat(database.stats().admitted()).isEqualTo(1);
    }

    @Test
    void shouldCombineTheTwo() throws Exception {
        Limiter limiter = Limiter.fixed(10).name("database").build();
        Bulkhead theirs = Bulkhead.ofDefaults("database");
        long key = 7;
        // @start region="together" :
        String row = theirs.executeCallable(() -> limiter.call(() -> query(key)));
        // @end
        assertThat(row).isEqualTo("row 7");
    }

    @Test
    void shouldTryActionsOfAGraphAgain() throws Exception {
        List<Integer> attempts = new ArrayList<>();
        // @start region="retry" :
        TaskGraphDraft draft = TaskGraph.draft();
        Action<String> row = draft.action("query", context -> {
                    attempts.add(context.attempt());
                    return query(context.attempt() - 3); // fails twice
                })
                .retry(Retry.attempts(4)
                        .backOff(Duration.ofMillis(1), Duration.ofMillis(10))
                        .on(IOException.class))
                .timeout(Duration.ofMinutes(1));
        String found = draft.build().start().join().orThrow().value(row);
        // @end
        assertThat(found).isEqualTo("row 0");
        assertThat(attempts).containsExactly(1, 2, 3);
    }
}
