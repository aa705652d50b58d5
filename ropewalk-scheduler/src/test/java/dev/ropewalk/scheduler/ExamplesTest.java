package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** An example of each feature, as a user would write it. */
class ExamplesTest {
    @AutoClose
    private final Scheduler scheduler = Scheduler.builder()
            .name("examples")
            .workers(2)
            .maxWait(Duration.ofNanos(100_000))
            .build();

    @Test
    void shouldKeepAnAccountWithoutALock() {
        var balances = new ArrayList<Integer>();
        Strand account = scheduler.newStrand();

        int[] balance = {0};
        for (int i = 1; i <= 100; i++) {
            int amount = i;
            account.execute(() -> balance[0] += amount);
        }
        CompletableFuture.runAsync(() -> balances.add(balance[0]), account).join();

        assertThat(balances).containsExactly(5050);
    }

    @Test
    void shouldPassWorkAlongALineOfStrands() {
        Strand parser = scheduler.newStrand();
        Strand writer = scheduler.newStrand();

        String written = CompletableFuture.supplyAsync(() -> "21", parser)
                .thenApplyAsync(Integer::parseInt, parser)
                .thenApplyAsync(number -> "twice is " + 2 * number, writer)
                .join();

        assertThat(written).isEqualTo("twice is 42");
    }

    @Test
    void shouldTickUntilCancelled() throws InterruptedException {
        var ticks = new CountDownLatch(3);
        Timer timer = scheduler.scheduleAtFixedRate(
                scheduler.newStrand(), ticks::countDown, Duration.ZERO, Duration.ofMillis(1));

        ticks.await();

        assertThat(timer.cancel()).isTrue();
        assertThat(timer.isDone()).isTrue();
    }

    @Test
    void shouldGoOnWhileATaskBlocks() throws InterruptedException {
        var answer = new CountDownLatch(1);
        var waiters = new CountDownLatch(scheduler.workers());

        for (int i = 0; i < scheduler.workers(); i++) {
            scheduler.execute(() -> {
                try {
                    scheduler.blocking(() -> {
                        answer.await();
                        return null;
                    });
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
                waiters.countDown();
            });
        }
        scheduler.execute(answer::countDown);

        waiters.await();
    }

    @Test
    void shouldServeLibrariesThatWantAnExecutor() throws Exception {
        try (ScheduledExecutorService executor = scheduler.asExecutorService()) {
            assertThat(executor.submit(() -> 6 * 7).get()).isEqualTo(42);
        }
    }

    @Test
    void shouldRunVirtualThreads() throws InterruptedException {
        List<Boolean> virtual = new ArrayList<>();
        Thread thread = scheduler
                .threadFactory()
                .newThread(() -> virtual.add(Thread.currentThread().isVirtual()));

        thread.start();
        thread.join();

        assertThat(virtual).containsExactly(true);
    }

    @Test
    void shouldTellWhatWasDoneAndWhatWasNot() {
        Scheduler brief = Scheduler.builder().workers(1).build();
        Strand strand = brief.newStrand(Placement.PINNED);
        CompletableFuture.runAsync(() -> {}, strand).join();
        brief.schedule(strand, () -> {}, Duration.ofDays(1));

        SchedulerCloseReport report = brief.close(Duration.ofSeconds(5));

        assertThat(report.isComplete()).isTrue();
        assertThat(report.abandonedTimers()).isEqualTo(1);
        assertThat(brief.stats().tasks()).isEqualTo(1);
    }
}
