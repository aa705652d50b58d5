package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerStats;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.WorkerStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/scheduler.md. */
class SchedulerExamplesTest {
    private static int price(String article) {
        return article.length() * 100;
    }

    @Test
    void shouldRunTasksOfAStrandOneByOne() throws InterruptedException {
        List<String> log = new ArrayList<>();
        // @start region="strand" :
        try (Scheduler scheduler = Scheduler.create()) { // a worker for each CPU
            Strand lines = scheduler.newStrand();
            CountDownLatch written = new CountDownLatch(2);
            for (String article : List.of("rope", "hemp")) {
                scheduler.execute(
                        () -> { // any worker, beside others
                            int price = price(article);
                            lines.execute(
                                    () -> { // one at a time
                                        log.add(article + " " + price);
                                        written.countDown();
                                    });
                        });
            }
            written.await(); // close() takes nothing new, not even from tasks
        }
        // @end
        assertThat(log).containsExactlyInAnyOrder("rope 400", "hemp 400");
    }

    @Test
    void shouldTick() throws InterruptedException {
        CountDownLatch ticks = new CountDownLatch(3);
        // @start region="timer" :
        try (Scheduler scheduler = Scheduler.create()) {
            Strand clock = scheduler.newStrand();
            Duration period = Duration.ofMillis(10);
            Timer timer = scheduler.scheduleAtFixedRate(clock, ticks::countDown, period, period);
            ticks.await();
            timer.cancel();
        }
        // @end
        assertThat(ticks.getCount()).isZero();
    }

    @Test
    void shouldPlaceStrands() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        // @start region="placement" :
        try (Scheduler scheduler = Scheduler.builder().workers(2).build()) {
            Strand soft = scheduler.newStrand(); // at home, unless waiting costs more than moving
            Strand pinned = scheduler.newStrand(Placement.PINNED, 0); // on worker 0 for ever
            Strand free = scheduler.newStrand(Placement.FREE); // on any worker, at once
            for (int i = 0; i < 1_000; i++) {
                soft.execute(() -> {});
                pinned.execute(() -> threads.add(Thread.currentThread()));
                free.execute(() -> {});
            }
        }
        // @end
        assertThat(threads).hasSize(1);
    }

    @Test
    void shouldGoOnWhileATaskBlocks() {
        SynchronousQueue<String> answers = new SynchronousQueue<>();
        Queue<String> received = new ConcurrentLinkedQueue<>();
        // @start region="blocking" :
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            Strand strand = scheduler.newStrand();
            strand.execute(() -> {
                try {
                    received.add(scheduler.blocking(answers::take)); // a spare worker takes over meanwhile
                } catch (Exception e) {
                    throw new IllegalStateException("no answer", e);
                }
            });
            scheduler.execute(() -> {
                try {
                    answers.put("yes"); // the only worker waits, and this runs nevertheless
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        // @end
        assertThat(received).containsExactly("yes");
    }

    @Test
    void shouldBeAnExecutorService() throws Exception {
        int answer;
        // @start region="view" :
        try (Scheduler scheduler = Scheduler.create();
                ExecutorService executor =
                        scheduler.asExecutorService()) { // closed before the scheduler, which goes on
            Future<Integer> product = executor.submit(() -> 6 * 7);
            answer = product.get();
        }
        // @end
        assertThat(answer).isEqualTo(42);
    }

    @Test
    void shouldHandOverWhatTasksThrow() {
        Queue<String> failures = new ConcurrentLinkedQueue<>();
        // @start region="failures" :
        try (Scheduler scheduler = Scheduler.builder()
                .uncaughtExceptionHandler((worker, failure) -> failures.add(failure.getMessage()))
                .build()) {
            Strand account = scheduler.newStrand();
            account.execute(() -> {
                throw new IllegalStateException("no such account");
            });
            account.execute(() -> {}); // runs: a failure ends neither the strand nor the worker
        }
        // @end
        assertThat(failures).containsExactly("no such account");
    }

    @Test
    void shouldCountRunsAtHome() {
        double share;
        long tasks;
        // @start region="stats" :
        try (Scheduler scheduler = Scheduler.create()) {
            List<Strand> strands =
                    IntStream.range(0, 100).mapToObj(i -> scheduler.newStrand()).toList();
            for (Strand strand : strands) {
                strand.execute(() -> {});
            }
            scheduler.close(Duration.ofMinutes(1));
            SchedulerStats stats = scheduler.stats();
            tasks = stats.tasks();
            long runs = stats.workers().stream().mapToLong(WorkerStats::runs).sum();
            long atHome =
                    stats.workers().stream().mapToLong(WorkerStats::homeHits).sum();
            share = (double) atHome / runs; // near 1 where state stays warm
        }
        // @end
        assertThat(tasks).isEqualTo(100);
        assertThat(share).isBetween(0.0, 1.0);
    }
}
