package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.BudgetClosedException;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Resource;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs whose width comes from a budget. */
@Timeout(30)
class GraphBudgetTest {
    @AutoClose
    private final Budget budget =
            Budget.builder().resource("cpu", 2).resource("calls", 1).build();

    private final GraphOptions options = GraphOptions.defaults().budget(budget);
    private final TaskGraphDraft builder = TaskGraph.draft();
    private final CountDownLatch goOn = new CountDownLatch(1);

    @Test
    void shouldRunAsManyAsTheBudgetLets() throws InterruptedException {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch together = new CountDownLatch(2);
        for (int i = 0; i < 200; i++) {
            builder.run("a" + i, context -> {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                        together.countDown();
                        together.await();
                        Thread.sleep(0, 100_000);
                        running.decrementAndGet();
                    })
                    .demand(Demand.of("cpu", 1));
        }

        assertThat(builder.build().start(options).join().isSuccess()).isTrue();

        assertThat(most).hasValue(2);
        assertThat(budget.available("cpu")).isEqualTo(2);
    }

    @Test
    void shouldStartTheLongestPathFirst() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        Demand both = Demand.of("cpu", 2);
        Grant held = budget.acquire(both);
        for (int cost : List.of(3, 1, 4, 15, 9, 2, 6)) {
            builder.run("" + cost, context -> order.add(context.name()))
                    .demand(both)
                    .cost(Duration.ofSeconds(cost));
        }
        builder.run("urgent", context -> order.add(context.name())).demand(both.priority(1));
        GraphRun run = builder.build().start(options);
        held.close();
        run.join();

        assertThat(order).containsExactly("urgent", "15", "9", "6", "4", "3", "2", "1");
    }

    /** The time that all take of the resource is longer than any path. */
    @Test
    void shouldStartFirstWhatTakesMuchWhenTheBudgetDecides() throws InterruptedException {
        List<String> order = new CopyOnWriteArrayList<>();
        Demand all = Demand.of("cpu", 2);
        Grant held = budget.acquire(all);
        for (int i = 0; i < 20; i++) {
            builder.run("small" + i, context -> order.add(context.name()))
                    .demand(Demand.of("cpu", 1))
                    .cost(Duration.ofSeconds(10));
        }
        builder.run("large", context -> order.add(context.name())).demand(all).cost(Duration.ofSeconds(9));
        GraphRun run = builder.build().start(options);

        held.close();
        run.join();

        assertThat(order.getFirst()).isEqualTo("large");
    }

    @Test
    void shouldLetALongerPathTakeThePlaceOfOneThatWaits() throws Exception {
        List<String> order = new CopyOnWriteArrayList<>();
        Demand both = Demand.of("cpu", 2);
        Action<?> source = builder.run("source", context -> goOn.await());
        builder.run("short", context -> order.add("short")).demand(both);
        builder.run("long", context -> order.add("long"))
                .demand(both)
                .cost(Duration.ofHours(1))
                .after(source);
        Grant held = budget.acquire(both);
        GraphRun run = builder.build().start(options);
        Await.until("the short one waits", () -> run.snapshot().ready() == 1);
        goOn.countDown();
        Await.until("both wait", () -> run.snapshot().ready() == 2);

        held.close();
        run.join();

        assertThat(order).containsExactly("long", "short");
    }

    @Test
    void shouldHoldUpNobodyWhoDoesNotNeedWhatIsShort() throws Exception {
        Grant call = budget.acquire(Demand.of("calls", 1));
        builder.run("fetch", context -> {})
                .demand(Demand.of("calls", 1).and("cpu", 1))
                .cost(Duration.ofHours(1));
        builder.run("fetch-too", context -> {}).demand(Demand.of("calls", 1)).cost(Duration.ofHours(2));
        builder.run("compute", context -> {}).demand(Demand.of("cpu", 1));
        builder.run("nothing", context -> {});
        GraphRun run = builder.build().start(options);

        Await.until("actions without a call are done", () -> run.snapshot().succeeded() == 2);
        assertThat(run.snapshot().waitingFor()).containsExactly(entry("calls", 2));
        call.close();

        assertThat(run.join().isSuccess()).isTrue();
    }

    @Test
    void shouldHoldNoThreadAndOnlyTheCallWhileAStageIsAwaited() throws InterruptedException {
        CompletableFuture<Integer> reply = new CompletableFuture<>();
        builder.asyncAction("call", context -> reply).demand(Demand.of("calls", 1));
        builder.run("compute", context -> {}).demand(Demand.of("cpu", 2));
        GraphRun run = builder.build().start(options);

        Await.until("the other is done", () -> run.snapshot().succeeded() == 1);
        Await.until("the call is under way", () -> budget.available("calls") == 0);
        reply.complete(1);

        assertThat(run.join().isSuccess()).isTrue();
        assertThat(budget.available("calls")).isEqualTo(1);
    }

    @Test
    void shouldGiveBackWhatItHoldsBetweenAttempts() throws InterruptedException {
        Demand call = Demand.of("calls", 1);
        builder.run("flaky", context -> {
                    if (context.attempt() == 1) {
                        throw new IOException();
                    }
                })
                .demand(call)
                .cost(Duration.ofHours(1))
                .retry(Retry.attempts(2).backOff(Duration.ofHours(1), Duration.ofHours(1)));
        GraphRun run = builder.build().start(options);

        Await.until("it waits for its second attempt", () -> run.snapshot().backingOff() == 1);
        Await.until("the call is free", () -> budget.available("calls") == 1);

        run.cancel();
        assertThat(run.join().isSuccess()).isFalse();
    }

    /** What gives a grant back measures what is live, so that it can be held up there. */
    @Test
    void shouldHoldNothingWhenItIsCancelledBetweenAttempts() throws InterruptedException {
        AtomicBoolean failing = new AtomicBoolean();
        CountDownLatch givingBack = new CountDownLatch(1);
        Resource live = Resource.live(
                "live",
                () -> {
                    if (failing.compareAndSet(true, false)) {
                        givingBack.countDown();
                        Await.until("the run was cancelled", () -> goOn.getCount() == 0);
                    }
                    return 1;
                },
                Duration.ofNanos(1));
        try (Budget measured =
                Budget.builder().resource("calls", 1).resource(live).build()) {
            builder.run("flaky", context -> {
                        failing.set(true);
                        throw new IOException();
                    })
                    .demand(Demand.of("calls", 1))
                    .retry(Retry.attempts(2).backOff(Duration.ofHours(1), Duration.ofHours(1)));
            GraphRun run = builder.build().start(GraphOptions.defaults().budget(measured));
            givingBack.await();

            run.cancel();

            assertThat(run.result()).isNotDone();
            goOn.countDown();
            run.join();
            assertThat(measured.available("calls")).isEqualTo(1);
        }
    }

    @Test
    void shouldRunMoreThanThereIsAlone() throws InterruptedException {
        Action<Integer> huge = builder.action("huge", context -> 1).demand(Demand.of("cpu", 1_000));
        builder.run("small", context -> {}).demand(Demand.of("cpu", 1));

        assertThat(builder.build().start(options).join().value(huge)).isEqualTo(1);
    }

    @Test
    void shouldHoldNothingAfterItWasCancelledWhileActionsWait() throws InterruptedException {
        for (int i = 0; i < 100; i++) {
            builder.run("a" + i, context -> goOn.await()).demand(Demand.of(i % 2 == 0 ? "cpu" : "calls", 1));
        }
        GraphRun run = builder.build().start(options);
        Await.until("three run", () -> run.snapshot().running() == 3);

        run.cancel();

        assertThat(run.join().isCancelled()).isTrue();
        assertThat(budget.available("cpu")).isEqualTo(2);
        assertThat(budget.available("calls")).isEqualTo(1);
        assertThat(budget.stats().admission().waiting()).isZero();
    }

    @Test
    void shouldFailWhatWaitsForABudgetThatIsClosed() throws InterruptedException {
        Grant held = budget.acquire(Demand.of("calls", 1));
        Action<?> waiting = builder.run("waiting", context -> {}).demand(Demand.of("calls", 1));
        Action<?> later = builder.run("later", context -> {})
                .demand(Demand.of("calls", 1))
                .after(builder.run("free", context -> {}));
        GraphRun run = builder.build().start(options.keepGoing(true));
        Await.until("both wait", () -> run.snapshot().ready() == 2);

        budget.close();
        GraphResult result = run.join();

        assertThat(result.failures().get(waiting)).isInstanceOf(BudgetClosedException.class);
        assertThat(result.failures().get(later)).isInstanceOf(BudgetClosedException.class);
        held.close();
    }

    @Test
    void shouldGoOnWhenTheCapacityGrows() throws InterruptedException {
        budget.setCapacity("calls", 0);
        builder.run("call", context -> {}).demand(Demand.of("calls", 1));
        GraphRun run = builder.build().start(options);
        Await.until("it waits", () -> run.snapshot().ready() == 1);

        budget.setCapacity("calls", 5);

        assertThat(run.join().isSuccess()).isTrue();
    }
}
