package dev.ropewalk.scheduler.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Endless;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.RealScheduler;
import dev.ropewalk.scheduler.SoftTask;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** On one worker, with a strand that always has another task: all others still get a turn soon. */
class FairnessTest {
    private static final int ROUNDS = 100;

    /** About a hundred times the wait that the options ask for, for the sake of busy machines. */
    private static final Duration SOON = Duration.ofMillis(50);

    private final WorkStealingScheduler scheduler =
            RealScheduler.of(1, builder -> builder.maxSpareWorkers(0).stuckAfter(Duration.ofDays(1)));

    private final AtomicBoolean stop = new AtomicBoolean();

    @AfterEach
    void close() {
        stop.set(true);
        RealScheduler.close(scheduler);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveOthersTheirTurnBesideAStrandThatNeverRests(Placement placement) {
        Endless hog = Endless.on(scheduler.newStrand(placement), stop);

        assertAllGetTheirTurns();

        assertGoesOn(hog);
    }

    @Test
    void shouldGiveOthersTheirTurnBesidePlainTasksThatBreedForEver() {
        Endless one = Endless.on(scheduler, stop);
        Endless other = Endless.on(scheduler, stop);

        assertAllGetTheirTurns();

        assertGoesOn(one);
        assertGoesOn(other);
    }

    @ParameterizedTest
    @EnumSource(names = {"SOFT", "PINNED"})
    void shouldEndATalkOfStrandsAfterAFewMessagesIfAnotherStrandWaits(Placement placement) {
        WorkStealingScheduler roundless =
                RealScheduler.of(1, builder -> builder.maxSpareWorkers(0).maxWait(Duration.ofDays(1)));
        Strand one = roundless.newStrand(placement);
        Strand other = roundless.newStrand(placement);
        Strand waiting = roundless.newStrand(placement);
        var said = new AtomicInteger();
        var saidBefore = new AtomicInteger(-1);
        roundless.execute(() -> {
            waiting.execute(() -> saidBefore.set(said.get()));
            talk(one, other, said);
        });
        Await.until("the third has its turn", () -> saidBefore.get() >= 0);
        stop.set(true);
        RealScheduler.close(roundless);

        assertThat(saidBefore.get()).isBetween(0, 32);
    }

    private void talk(Strand speaker, Strand listener, AtomicInteger said) {
        if (!stop.get()) {
            said.incrementAndGet();
            listener.execute(() -> talk(listener, speaker, said));
        }
    }

    @Test
    void shouldEndATalkOfSoftTasksAfterAFewMessagesIfAnotherOneWaits() {
        List<Object> parties = List.of("one", "other");

        assertThat(saidBeforeTheOldest(Integer.MAX_VALUE, parties::get)).isBetween(0, 32);
    }

    @Test
    void shouldRunSoftTasksThatNeverComeBackNewestFirst() {
        assertThat(saidBeforeTheOldest(1000, said -> new Object())).isEqualTo(1000);
    }

    /** Returns how many soft tasks have run, each of which submits the next, when one that waited before them has its turn. */
    private int saidBeforeTheOldest(int most, IntFunction<Object> parties) {
        WorkStealingScheduler roundless =
                RealScheduler.of(1, builder -> builder.maxSpareWorkers(0).maxWait(Duration.ofDays(1)));
        var said = new AtomicInteger();
        var saidBefore = new AtomicInteger(-1);
        SoftTask oldest = () -> saidBefore.set(said.get());
        roundless.execute(() -> {
            roundless.execute(oldest);
            roundless.execute(new Speech(roundless, said, most, parties));
        });
        Await.until("the oldest has its turn", () -> saidBefore.get() >= 0);
        stop.set(true);
        RealScheduler.close(roundless);
        return saidBefore.get();
    }

    /** What a party says; the next one answers. */
    private final class Speech implements SoftTask {
        private final WorkStealingScheduler scheduler;
        private final AtomicInteger said;
        private final int most;
        private final IntFunction<Object> parties;
        private final Object party;

        Speech(WorkStealingScheduler scheduler, AtomicInteger said, int most, IntFunction<Object> parties) {
            this.scheduler = scheduler;
            this.said = said;
            this.most = most;
            this.parties = parties;
            this.party = parties.apply(said.get() & 1);
        }

        @Override
        public Object party() {
            return party;
        }

        @Override
        public void run() {
            if (said.incrementAndGet() < most && !stop.get()) {
                scheduler.execute(new Speech(scheduler, said, most, parties));
            }
        }
    }

    /** After many empty tasks a worker looks at the clock but rarely. So the monitor has it look after one that is long. */
    @Test
    void shouldLetWorkFromOutsideOvertakeAfterALongTaskBehindShortOnes() throws InterruptedException {
        Worker worker = scheduler.worker(0);
        var submitted = new CountDownLatch(1);
        var began = new CountDownLatch(1);
        var overtaken = new AtomicLong(-1);
        var hog = new AtomicReference<@Nullable Endless>();
        chain(10_000, () -> {
            hog.set(Endless.on(scheduler, stop));
            began.countDown();
            Await.until("work comes from outside", () -> submitted.getCount() == 0);
            Await.until("a look is wanted", worker.status::isLookWanted);
        });
        began.await();
        scheduler.execute(() -> overtaken.set(Objects.requireNonNull(hog.get()).runs()));
        submitted.countDown();
        Await.until("it has its turn", () -> overtaken.get() >= 0);
        assertThat(overtaken).hasValueLessThanOrEqualTo(2);
    }

    private void chain(int length, Runnable last) {
        scheduler.execute(length == 0 ? last : () -> chain(length - 1, last));
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveOthersTheirTurnBesideTwoStrandsThatWakeEachOther(Placement placement) {
        Strand one = scheduler.newStrand(placement);
        Strand other = scheduler.newStrand(placement);
        var turn = new AtomicInteger();
        Endless hog = Endless.on(task -> (turn.incrementAndGet() % 2 == 0 ? one : other).execute(task), stop);

        assertAllGetTheirTurns();

        assertGoesOn(hog);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldLetManyStrandsThatNeverRestAllGoOn(boolean fromInside) {
        List<Endless> all = new CopyOnWriteArrayList<>();
        Runnable start = () -> {
            for (int i = 0; i < 167; i++) {
                for (Placement placement : Placement.values()) {
                    all.add(Endless.on(scheduler.newStrand(placement), stop));
                }
            }
        };
        if (fromInside) {
            scheduler.execute(start);
        } else {
            start.run();
        }

        Await.until(
                () -> all.stream().filter(endless -> endless.runs() < 5).count() + " of " + all.size()
                        + " have run fewer than five times",
                () -> all.size() == 501 && all.stream().allMatch(endless -> endless.runs() >= 5),
                Await.DEADLINE);
        assertAllGetTheirTurns();
    }

    @Test
    void shouldTurnFromOneNeverRestingStrandToTheNextWhenItsTimeBudgetIsUsedUp() {
        List<Endless> hogs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            hogs.add(Endless.on(scheduler.newStrand(), stop));
        }

        for (Endless hog : hogs) {
            long before = hog.runs();
            Await.until("each has its share", () -> hog.runs() - before > 10_000);
        }
    }

    @Test
    void shouldRunTimersOfOtherStrandsInTime() {
        Endless.on(scheduler.newStrand(), stop);
        Endless.on(scheduler, stop);
        var ticks = new AtomicInteger();

        Timer timer = scheduler.scheduleAtFixedRate(
                scheduler.newStrand(), ticks::incrementAndGet, Duration.ZERO, Duration.ofMillis(2));

        Await.until("a hundred ticks", () -> ticks.get() >= 100);
        timer.cancel();
    }

    private void assertAllGetTheirTurns() {
        List<Executor> others = new ArrayList<>();
        for (Placement placement : Placement.values()) {
            others.add(scheduler.newStrand(placement));
        }
        others.add(scheduler);
        for (Executor other : others) {
            List<Duration> waits = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                waits.add(waitOf(other));
            }
            waits.sort(null);
            assertThat(waits.get(ROUNDS / 2))
                    .as("median of %s for %s", waits, other)
                    .isLessThan(SOON);
        }
    }

    private static Duration waitOf(Executor executor) {
        var ran = new AtomicBoolean();
        List<Duration> wait = new CopyOnWriteArrayList<>();
        long start = System.nanoTime();
        executor.execute(() -> {
            wait.add(Duration.ofNanos(System.nanoTime() - start));
            ran.set(true);
        });
        Await.until(() -> executor + " had its turn", ran::get, Await.DEADLINE);
        return wait.getFirst();
    }

    private static void assertGoesOn(Endless endless) {
        long before = endless.runs();
        Await.until("it goes on itself", () -> endless.runs() - before > 1_000);
    }
}
