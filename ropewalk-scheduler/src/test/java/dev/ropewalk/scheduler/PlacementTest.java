package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On which worker a strand runs. */
class PlacementTest {
    private static final Duration NEVER = Duration.ofDays(1);
    private @Nullable WorkStealingScheduler scheduler;

    @AfterEach
    void close() {
        RealScheduler.close(scheduler);
    }

    private static SchedulerBuilder stolenWhenStuck(SchedulerBuilder builder) {
        return builder.maxSpareWorkers(0).stealPrice(NEVER);
    }

    private WorkStealingScheduler start(int workers, UnaryOperator<SchedulerBuilder> options) {
        WorkStealingScheduler started = RealScheduler.of(workers, options);
        scheduler = started;
        return started;
    }

    @Test
    void shouldKeepAPinnedStrandOnOneThreadUnderPressure() {
        WorkStealingScheduler s = start(
                2,
                builder -> builder.stealPrice(Duration.ZERO)
                        .stuckAfter(Duration.ofMillis(5))
                        .taskBudget(1));
        Set<String> threads = ConcurrentHashMap.newKeySet();
        var ran = new AtomicInteger();
        var stop = new AtomicBoolean();
        Strand pinned = s.newStrand(Placement.PINNED, 1);
        for (int i = 0; i < 8; i++) {
            Endless.on(s.newStrand(i % 2 == 0 ? Placement.FREE : Placement.SOFT), stop);
        }

        for (int i = 0; i < 200; i++) {
            if (i == 100) {
                try (Held _ = Held.andSeen(s, 1)) {
                    pinned.execute(ran::incrementAndGet);
                    assertThat(Held.threadOf(s.newStrand(Placement.SOFT, 1))).isNotEqualTo(RealScheduler.worker(s, 1));
                    assertThat(ran)
                            .as("tasks of the pinned strand while its worker is held")
                            .hasValue(0);
                }
            }
            threads.add(Held.threadOf(pinned));
        }
        stop.set(true);

        assertThat(threads).containsExactly(RealScheduler.worker(s, 1));
        assertThat(ran).hasValue(1);
    }

    @Test
    void shouldRunSoftStrandsMostlyAtHomeWhenLoadIsBalanced() {
        Duration price = Duration.ofMillis(50);
        while (!runAtHome(price)) {
            close();
            price = price.multipliedBy(2);
        }
    }

    /** Returns false if the load wasn't balanced, as a worker has stood still for longer than the price. */
    private boolean runAtHome(Duration price) {
        WorkStealingScheduler s = start(2, builder -> builder.stealPrice(price).stuckAfter(NEVER));
        var lastRuns = new AtomicLongArray(new long[] {System.nanoTime(), System.nanoTime()});
        var longest = new AtomicLong();
        List<Strand> strands = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            strands.add(s.newStrand());
        }
        var left = new AtomicInteger(200_000);
        for (int i = 0; i < strands.size(); i++) {
            int first = i;
            strands.get(i).execute(new Runnable() {
                private int at = first;

                @Override
                public void run() {
                    int worker = Objects.requireNonNull(s.currentWorker()).id();
                    long now = System.nanoTime();
                    longest.accumulateAndGet(now - lastRuns.getAndSet(worker, now), Math::max);
                    at = (at * 31 + 7) % strands.size();
                    if (left.decrementAndGet() > 0) {
                        strands.get(at).execute(this);
                    }
                }
            });
        }
        Await.until("all messages are delivered", () -> left.get() <= 0);

        RealScheduler.awaitRest(s);
        long runs = s.stats().workers().stream().mapToLong(WorkerStats::runs).sum();
        long atHome =
                s.stats().workers().stream().mapToLong(WorkerStats::homeHits).sum();
        long end = System.nanoTime();
        for (int i = 0; i < 2; i++) {
            longest.accumulateAndGet(end - lastRuns.get(i), Math::max);
        }
        if (longest.get() >= price.toNanos()) {
            return false;
        }
        assertThat((double) atHome / runs).as("share of runs at home").isGreaterThan(0.8);
        assertThat(s.stats().workers()).allMatch(worker -> worker.homeHits() > 0);
        return true;
    }

    @Test
    void shouldStealAStrandWhoseHomeIsStuckAndLetItGoHomeAfterwards() {
        untilNotSlow(this::stealAndLetGoHome);
    }

    private boolean stealAndLetGoHome(Duration stuckAfter) {
        WorkStealingScheduler s = start(2, builder -> stolenWhenStuck(builder).stuckAfter(stuckAfter));
        Strand strand = s.newStrand(Placement.SOFT, 0);
        growLookInterval(s);

        try (Held _ = Held.andSeen(s, 0)) {
            assertThat(Held.threadOf(strand)).isEqualTo(RealScheduler.worker(s, 1));
        }
        RealScheduler.awaitRest(s);
        long begin = System.nanoTime();
        String thread = Held.threadOf(strand);
        if (System.nanoTime() - begin >= stuckAfter.toNanos()) {
            return false;
        }
        assertThat(thread).isEqualTo(RealScheduler.worker(s, 0));
        assertThat(s.stats().workers().get(1).stealsFrom()).containsExactly(1L);
        assertThat(s.stats().workers().get(1).rehomed()).isZero();
        return true;
    }

    /** Has a worker stuck after longer each time, until none was so slow that it counted as stuck where it should not. */
    private void untilNotSlow(Predicate<Duration> tried) {
        Duration stuckAfter = Duration.ofMillis(100);
        while (!tried.test(stuckAfter)) {
            close();
            stuckAfter = stuckAfter.multipliedBy(2);
        }
    }

    @Test
    void shouldStealAStrandThatHasWaitedLongerThanTheMoveCosts() {
        WorkStealingScheduler s =
                start(2, builder -> builder.stealPrice(Duration.ofMillis(2)).stuckAfter(NEVER));

        try (Held _ = Held.worker(s, 0)) {
            // What holds it may have waited so long itself.
            s.worker(0).status.setBacklogged(false);
            long start = System.nanoTime();
            assertThat(Held.threadOf(s.newStrand(Placement.SOFT, 0))).isEqualTo(RealScheduler.worker(s, 1));
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(2));
        }
    }

    @Test
    void shouldNotStealAStrandThatWaitsForLessThanTheMoveCosts() {
        WorkStealingScheduler s = start(2, builder -> builder.stealPrice(NEVER).stuckAfter(NEVER));
        List<String> threads = new CopyOnWriteArrayList<>();

        try (Held _ = Held.worker(s, 0)) {
            s.newStrand(Placement.SOFT, 0)
                    .execute(() -> threads.add(Thread.currentThread().getName()));
            for (int i = 0; i < 1_000; i++) {
                Held.threadOf(s.newStrand(Placement.FREE));
            }
            assertThat(threads).isEmpty();
        }

        Await.until("the strand has run", () -> !threads.isEmpty());
        assertThat(threads).containsExactly(RealScheduler.worker(s, 0));
    }

    @Test
    void shouldMoveTheHomeOfAStrandThatTheSameWorkerKeepsStealing() {
        untilNotSlow(this::keepStealing);
    }

    private boolean keepStealing(Duration stuckAfter) {
        WorkStealingScheduler s =
                start(2, builder -> stolenWhenStuck(builder).stealsToRehome(3).stuckAfter(stuckAfter));
        Strand strand = s.newStrand(Placement.SOFT, 0);

        try (Held _ = Held.andSeen(s, 0)) {
            for (int i = 0; i < 3; i++) {
                assertThat(s.stats().workers().get(1).rehomed()).isZero();
                assertThat(Held.threadOf(strand)).isEqualTo(RealScheduler.worker(s, 1));
            }
        }
        RealScheduler.awaitRest(s);
        long begin = System.nanoTime();
        String thread = Held.threadOf(strand);
        if (System.nanoTime() - begin >= stuckAfter.toNanos()) {
            return false;
        }
        assertThat(thread).isEqualTo(RealScheduler.worker(s, 1));
        assertThat(s.stats().workers().get(1).rehomed()).isEqualTo(1);
        assertThat(s.stats().workers().get(1).steals()).isEqualTo(3);
        assertThat(strand.toString()).contains("home 1");
        return true;
    }

    @Test
    void shouldKeepTheHomeOfAStrandThatIsStolenNowAndThen() {
        untilNotSlow(this::stealNowAndThen);
    }

    private boolean stealNowAndThen(Duration stuckAfter) {
        WorkStealingScheduler s =
                start(2, builder -> stolenWhenStuck(builder).stealsToRehome(2).stuckAfter(stuckAfter));
        Strand strand = s.newStrand(Placement.SOFT, 0);

        for (int i = 0; i < 3; i++) {
            try (Held _ = Held.andSeen(s, 0)) {
                assertThat(Held.threadOf(strand)).isEqualTo(RealScheduler.worker(s, 1));
            }
            RealScheduler.awaitRest(s);
            long begin = System.nanoTime();
            String thread = Held.threadOf(strand);
            if (System.nanoTime() - begin >= stuckAfter.toNanos()) {
                return false;
            }
            assertThat(thread).isEqualTo(RealScheduler.worker(s, 0));
        }
        assertThat(s.stats().workers().get(1).steals()).isEqualTo(3);
        assertThat(s.stats().workers().get(1).rehomed()).isZero();
        return true;
    }

    @Test
    void shouldRunAFreeStrandOnWhicheverWorkerHasTime() {
        WorkStealingScheduler s =
                start(2, builder -> builder.maxSpareWorkers(0).stealPrice(NEVER).stuckAfter(NEVER));
        Strand strand = s.newStrand(Placement.FREE);

        for (int held = 0; held < 2; held++) {
            try (Held _ = Held.worker(s, held)) {
                assertThat(Held.threadOf(strand)).isEqualTo(RealScheduler.worker(s, 1 - held));
            }
        }
    }

    @Test
    void shouldGiveStrandsTheirHomesInTurn() {
        WorkStealingScheduler s = start(3, UnaryOperator.identity());
        List<String> homes = new ArrayList<>();

        for (int i = 0; i < 6; i++) {
            homes.add(s.newStrand(Placement.PINNED).toString().replaceAll("\\D", ""));
        }

        assertThat(homes).containsExactly("0", "1", "2", "0", "1", "2");
    }

    @Test
    void shouldMakeTheWorkerThatFirstRunsAStrandItsHome() {
        WorkStealingScheduler s = start(2, UnaryOperator.identity());
        List<String> threads = new CopyOnWriteArrayList<>();
        Strand strand = s.newStrand();
        s.newStrand(Placement.PINNED, 1)
                .execute(() ->
                        strand.execute(() -> threads.add(Thread.currentThread().getName())));
        Await.until("it has run", () -> !threads.isEmpty());

        assertThat(threads).containsExactly(RealScheduler.worker(s, homeOf(strand)));
    }

    @Test
    void shouldMoveAStrandWhoseHomeSleepsToTheWorkerThatWakesIt() {
        WorkStealingScheduler s = start(2, builder -> stolenWhenStuck(builder).stuckAfter(NEVER));
        List<String> threads = new CopyOnWriteArrayList<>();
        Strand strand = s.newStrand(Placement.SOFT, 1);
        RealScheduler.awaitRest(s);
        s.newStrand(Placement.PINNED, 0)
                .execute(() ->
                        strand.execute(() -> threads.add(Thread.currentThread().getName())));
        Await.until("it has run", () -> !threads.isEmpty());

        assertThat(threads).containsExactly(RealScheduler.worker(s, 0));
        assertThat(homeOf(strand)).isZero();
    }

    private static int homeOf(Strand strand) {
        return Integer.parseInt(strand.toString().replaceAll("\\D", ""));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunItsOwnNewestWorkFirst(Placement placement) {
        assertThat(orderOfOwnWork(true, placement)).containsExactly(4, 3, 2, 1, 0);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunItsOwnOldestWorkFirstIfToldSo(Placement placement) {
        assertThat(orderOfOwnWork(false, placement)).containsExactly(0, 1, 2, 3, 4);
    }

    private List<Integer> orderOfOwnWork(boolean newestFirst, Placement placement) {
        WorkStealingScheduler s = start(
                1, builder -> builder.newestFirst(newestFirst).maxWait(NEVER).stuckAfter(NEVER));
        List<Integer> order = new CopyOnWriteArrayList<>();
        s.execute(() -> {
            for (int i = 0; i < 5; i++) {
                int number = i;
                s.newStrand(placement).execute(() -> order.add(number));
            }
        });
        Await.until("all have run", () -> order.size() == 5);
        return order;
    }

    /** After many short tasks a worker looks at the clock rarely. */
    private static void growLookInterval(WorkStealingScheduler s) {
        Strand strand = s.newStrand(Placement.PINNED, 0);
        for (int i = 0; i < 20_000; i++) {
            strand.execute(() -> {});
        }
        Held.threadOf(strand);
    }
}
