package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.budget.ResourceBudget;
import dev.ropewalk.limit.budget.ResourceSettings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a run calls or wakes that isn't its own may wait for another thread that needs the run. */
@Timeout(60)
class GraphLockTest {
    private static final long AGEING_NANOS = 1_000_000_000;
    private static final Duration INTERVAL = Duration.ofHours(1);

    private final AtomicLong time = new AtomicLong();
    private final AtomicLong capacity = new AtomicLong();
    private final AtomicReference<@Nullable Runnable> whileMeasured = new AtomicReference<>();
    private final CompletableFuture<Boolean> answered = new CompletableFuture<>();
    private final CompletableFuture<GraphRun> known = new CompletableFuture<>();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private final TaskGraphDraft builder = TaskGraph.draft();

    @AutoClose
    private final Budget budget = new ResourceBudget(
            "budget",
            List.of(
                    new ResourceSettings("plain", () -> (inUse, now) -> 1, Duration.ZERO),
                    new ResourceSettings("live", () -> (inUse, now) -> measure(), INTERVAL)),
            AGEING_NANOS,
            time::get,
            null);

    private long measure() {
        Runnable hook = whileMeasured.getAndSet(null);
        if (hook != null) {
            hook.run();
        }
        return capacity.get();
    }

    /** Has another thread ask the run, and waits for it. */
    private void haveTheRunAsked() {
        Thread other = Thread.startVirtualThread(() -> known.join().snapshot());
        try {
            answered.complete(other.join(Duration.ofSeconds(20)));
        } catch (InterruptedException e) {
            answered.completeExceptionally(e);
        }
    }

    private GraphRun startWithALaterAction(ActionRunnable first, Demand later) {
        Action<?> source = builder.run("source", context -> {
            goOn.await();
            first.run(context);
        });
        builder.run("later", context -> {}).after(source).demand(later);
        GraphRun run = builder.build().start(GraphOptions.defaults().budget(budget));
        known.complete(run);
        return run;
    }

    @Test
    void shouldMeasureALiveResourceWithoutItsLock() throws Exception {
        GraphRun run = startWithALaterAction(
                context -> {
                    whileMeasured.set(this::haveTheRunAsked);
                    time.addAndGet(2 * INTERVAL.toNanos());
                },
                Demand.of("plain", 1));
        goOn.countDown();

        assertThat(answered.get(40, TimeUnit.SECONDS)).isTrue();
        assertThat(run.join().isSuccess()).isTrue();
    }

    @Test
    void shouldWakeStrangersWithoutItsLock() throws Exception {
        CompletableFuture<Grant> stranger = budget.acquireAsync(Demand.of("live", 1));
        var woken = stranger.thenAccept(grant -> {
            haveTheRunAsked();
            grant.close();
        });
        GraphRun run = startWithALaterAction(
                context -> {
                    capacity.set(1);
                    time.addAndGet(2 * INTERVAL.toNanos());
                },
                Demand.of("plain", 1));
        goOn.countDown();

        assertThat(answered.get(40, TimeUnit.SECONDS)).isTrue();
        assertThat(run.join().isSuccess()).isTrue();
        woken.get(20, TimeUnit.SECONDS);
        assertThat(budget.available("live")).isEqualTo(1);
    }

    @Test
    void shouldWakeStrangersThatItsEndAdmitsWithoutItsLock() throws Exception {
        CompletableFuture<CompletableFuture<Grant>> stranger = new CompletableFuture<>();
        builder.run("holder", context -> {
                    goOn.await();
                    stranger.complete(budget.acquireAsync(Demand.of("plain", 1)));
                    var woken = stranger.join().thenAccept(grant -> {
                        haveTheRunAsked();
                        grant.close();
                    });
                    assertThat(woken).isNotDone();
                })
                .demand(Demand.of("plain", 1));
        builder.run("next", context -> {}).demand(Demand.of("plain", 1).priority(-100));
        GraphRun run = builder.build().start(GraphOptions.defaults().budget(budget));
        known.complete(run);
        goOn.countDown();

        assertThat(answered.get(40, TimeUnit.SECONDS)).isTrue();
        assertThat(run.join().isSuccess()).isTrue();
        assertThat(budget.available("plain")).isEqualTo(1);
    }
}
