package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Graphs that run at once and share a budget end right and hold nothing, whatever happens. */
class GraphStressTest {
    private static final int GRAPHS_AT_ONCE = 3;

    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());

    private volatile boolean ended;

    @Test
    void shouldEndRightAndHoldNothingWhateverHappens() throws Exception {
        Duration time = Effort.chosen().stressTime();
        System.out.println("seed " + seed + ", " + time);
        long attempts = 0;
        long storms = 0;
        long end = System.nanoTime() + time.toNanos();
        try (Scheduler scheduler = Scheduler.builder().workers(2).build();
                ExecutorService threads = Executors.newCachedThreadPool()) {
            while (System.nanoTime() - end < 0) {
                long stormSeed = seed + storms;
                try {
                    attempts += storm(stormSeed, threads, scheduler);
                } catch (Exception | AssertionError wrong) {
                    throw new AssertionError("-Dropewalk.stress.seed=" + stormSeed, wrong);
                }
                storms++;
            }
        }
        System.out.println(storms + " storms, " + attempts + " attempts");
        assertThat(attempts).isPositive();
    }

    private long storm(long stormSeed, ExecutorService threads, Scheduler scheduler) throws Exception {
        SplittableRandom random = new SplittableRandom(stormSeed);
        BudgetAccount account = new BudgetAccount();
        GraphOptions jdk = GraphOptions.defaults();
        long attempts = 0;
        ended = false;
        try (Budget budget = BudgetAccount.newBudget()) {
            List<Callable<Integer>> storms = new ArrayList<>();
            for (int i = 0; i < GRAPHS_AT_ONCE; i++) {
                long graphSeed = random.nextLong();
                GraphOptions options = random.nextBoolean() ? jdk : jdk.scheduler(scheduler);
                storms.add(() -> new GraphStorm(account, graphSeed).run(budget, options));
            }
            Future<?> trouble = threads.submit(trouble(budget, random.split()));
            for (Future<Integer> done : threads.invokeAll(storms)) {
                attempts += done.get();
            }
            ended = true;
            trouble.get();
            BudgetAccount.shrink(budget, random, true);
            account.check(budget);
        }
        return attempts;
    }

    /** Takes from the budget what others wait for, and moves its capacities. */
    private Callable<Boolean> trouble(Budget budget, SplittableRandom random) {
        return () -> {
            while (!ended) {
                budget.tryAcquire(
                                Demand.of("memory", 1 + random.nextInt(50)), Duration.ofNanos(random.nextInt(100_000)))
                        .ifPresent(grant -> {
                            LockSupport.parkNanos(random.nextInt(100_000));
                            grant.close();
                        });
                BudgetAccount.shrink(budget, random, random.nextInt(4) > 0);
                LockSupport.parkNanos(random.nextInt(200_000));
            }
            return true;
        };
    }
}
