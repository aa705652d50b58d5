package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks that never end, and all other tasks. */
class LivenessTest {
    private static final Duration STUCK_AFTER = Duration.ofMillis(20);

    private final List<Gate> gates = new ArrayList<>();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final CapturedLog log = new CapturedLog("dev.ropewalk.scheduler");
    private @Nullable WorkStealingScheduler scheduler;

    @AfterEach
    void close() {
        stop.set(true);
        gates.forEach(Gate::open);
        RealScheduler.close(scheduler);
        log.close();
    }

    private WorkStealingScheduler start(int workers, UnaryOperator<SchedulerBuilder> options) {
        WorkStealingScheduler started =
                RealScheduler.of(workers, builder -> options.apply(builder).stuckAfter(STUCK_AFTER));
        scheduler = started;
        return started;
    }

    private Gate gate(Strand strand) {
        var gate = new Gate();
        gates.add(gate);
        strand.execute(gate);
        return gate;
    }

    @Test
    void shouldRunASoftTaskElsewhereThatWaitsBehindATaskThatNeverEnds() {
        WorkStealingScheduler s = start(2, UnaryOperator.identity());
        var ran = new AtomicBoolean();
        SoftTask soft = () -> ran.set(true);
        s.execute(() -> {
            s.execute(soft);
            while (!stop.get()) {
                Thread.onSpinWait();
            }
        });
        Await.until("the other worker has run it", ran::get);
    }

    @ParameterizedTest
    @EnumSource(
            value = Placement.class,
            names = {"SOFT", "FREE"})
    void shouldRunEveryOtherStrandWhenEachWorkerIsInATaskThatNeverEnds(Placement placement) {
        WorkStealingScheduler s = start(2, UnaryOperator.identity());
        for (int i = 0; i < 2; i++) {
            gate(s.newStrand(Placement.PINNED, i)).awaitEntered();
        }
        var ran = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            Strand strand = s.newStrand(placement);
            for (int j = 0; j < 100; j++) {
                strand.execute(ran::incrementAndGet);
            }
            s.execute(ran::incrementAndGet);
        }

        Await.until(() -> "all have run, not " + ran, () -> ran.get() == 2_020, Await.DEADLINE);

        Await.until("it is counted", () -> s.stats().starvationEvents() >= 1);
        Await.until("it is logged", () -> !starvations(s).isEmpty());
        assertThat(starvations(s).getFirst())
                .contains(STUCK_AFTER.toMillis() + " ms", "a spare worker is added")
                .contains(RealScheduler.worker(s, 0), RealScheduler.worker(s, 1), Gate.class.getName() + ".run");
    }

    @Test
    void shouldGoOnAsManyTasksNeverEndAsThereAreSpareWorkers() {
        WorkStealingScheduler s = start(2, builder -> builder.maxSpareWorkers(3));
        for (int i = 0; i < 7; i++) {
            gate(s.newStrand(i % 2 == 0 ? Placement.SOFT : Placement.FREE));
        }

        Await.until("five of seven have begun", () -> entered() == 5);
        Await.until(
                "it is said that no spare worker is left",
                () -> !log.messages(Level.WARNING, "no spare worker is left").isEmpty());
        Await.pass(STUCK_AFTER.multipliedBy(5));
        assertThat(entered()).isEqualTo(5);
        assertThat(spareThreads(s)).isEqualTo(3);

        gates.stream().filter(Gate::isEntered).findFirst().orElseThrow().open();
        Await.until("six of seven have begun", () -> entered() == 6);
        assertThat(spareThreads(s)).isEqualTo(3);
    }

    @Test
    void shouldCountOneStarvationForAsLongAsItLasts() {
        WorkStealingScheduler s = start(1, builder -> builder.maxSpareWorkers(0));
        gate(s.newStrand()).awaitEntered();
        var ran = new AtomicInteger();
        s.newStrand().execute(ran::incrementAndGet);

        Await.until("it starves", () -> s.stats().starvationEvents() > 0);
        Await.pass(STUCK_AFTER.multipliedBy(5));

        assertThat(s.stats().starvationEvents()).isEqualTo(1);
        assertThat(ran).hasValue(0);
    }

    @ParameterizedTest
    @EnumSource(
            value = Placement.class,
            names = {"SOFT", "FREE"})
    void shouldGoOnWithAStrandWhoseWorkerGotStuckInAnothersTurn(Placement placement) {
        WorkStealingScheduler s = start(1, UnaryOperator.identity());
        Endless warmest = Endless.on(s.newStrand(placement), stop);
        Await.until("it is warm", () -> warmest.runs() > 10_000);

        Gate gate = gate(s.newStrand());
        gate.awaitEntered();
        while (!gate.thread().equals(RealScheduler.worker(s, 0))) {
            // The worker was so slow that a spare one was faster.
            gate.open();
            gate = gate(s.newStrand());
            gate.awaitEntered();
        }
        long before = warmest.runs();

        Await.until("it goes on elsewhere", () -> warmest.runs() - before > 10_000);
    }

    /** The others never rest, so that no worker looks for work to steal. */
    @ParameterizedTest
    @EnumSource(
            value = Placement.class,
            names = {"SOFT", "FREE"})
    void shouldRunWhatWaitsAtAStuckWorkerWhenAllOthersAreBusy(Placement busy) {
        WorkStealingScheduler s = start(2, UnaryOperator.identity());
        gate(s.newStrand(Placement.PINNED, 0)).awaitEntered();
        for (int i = 0; i < 4; i++) {
            Endless.on(busy == Placement.FREE ? s.newStrand(busy) : s.newStrand(busy, 1), stop);
        }
        Strand waiting = s.newStrand(Placement.SOFT, 0);

        for (int i = 0; i < 10; i++) {
            assertThat(Held.threadOf(waiting)).isNotEqualTo(RealScheduler.worker(s, 0));
        }
    }

    @Test
    void shouldTakeWhatATaskHasQueuedAtItsOwnWorkerBeforeItGotStuck() {
        WorkStealingScheduler s = start(2, builder -> builder.stealPrice(Duration.ofDays(1)));
        var ran = new AtomicInteger();
        var gate = new Gate();
        gates.add(gate);
        s.newStrand(Placement.SOFT, 0).execute(() -> {
            for (int i = 0; i < 10; i++) {
                s.newStrand(Placement.SOFT, 0).execute(ran::incrementAndGet);
            }
            gate.run();
        });

        gate.awaitEntered();
        Await.until("all ten have run", () -> ran.get() == 10);
    }

    @Test
    void shouldHaveTheMonitorSleepAgainWhenItsThreadIsInterrupted() {
        WorkStealingScheduler s = start(1, UnaryOperator.identity());
        Thread monitor = Stacks.threadsOf(RealScheduler.name(s)).stream()
                .filter(thread -> thread.getName().endsWith("-monitor"))
                .findAny()
                .orElseThrow();

        monitor.interrupt();

        Await.until("it sleeps without the interrupt", () -> !monitor.isInterrupted());
    }

    @Test
    void shouldLetAPinnedStrandWaitForItsWorker() {
        WorkStealingScheduler s = start(2, UnaryOperator.identity());
        Gate gate = gate(s.newStrand(Placement.PINNED, 0));
        gate.awaitEntered();
        var ran = new AtomicInteger();
        s.newStrand(Placement.PINNED, 0).execute(ran::incrementAndGet);

        assertThat(Held.threadOf(s.newStrand(Placement.SOFT, 0))).isNotEqualTo(RealScheduler.worker(s, 0));
        assertThat(ran).hasValue(0);

        gate.open();
        Await.until("the pinned strand has run", () -> ran.get() == 1);
    }

    @Test
    void shouldSayThatOneWorkerIsInATaskThatNeverEndsAlthoughNothingStarves() {
        WorkStealingScheduler s = start(2, UnaryOperator.identity());
        gate(s.newStrand(Placement.PINNED, 0)).awaitEntered();

        Await.until("it is counted", () -> s.stats().longTasks() >= 1);
        Await.until(
                "its stack is logged",
                () -> log.messages(Level.WARNING, RealScheduler.worker(s, 0) + " has been in one task for ").stream()
                        .anyMatch(text -> text.contains(Gate.class.getName() + ".run")));
        assertThat(s.stats().starvationEvents()).isZero();
    }

    @Test
    void shouldForgetThatAWorkerWasStuck() {
        WorkStealingScheduler s = start(1, builder -> builder.maxSpareWorkers(0));
        Strand strand = s.newStrand();
        for (int i = 0; i < 20_000; i++) {
            strand.execute(() -> {});
        }
        Held.threadOf(strand);

        Held.andSeen(s, 0).close();

        RealScheduler.awaitRest(s);
    }

    @Test
    void shouldLetSpareWorkersGoWhenTheStuckOnesGoOn() {
        WorkStealingScheduler s = start(2, UnaryOperator.identity());
        for (int i = 0; i < 6; i++) {
            gate(s.newStrand());
        }
        Await.until("all have begun", () -> entered() == 6);
        assertThat(spareThreads(s)).isGreaterThanOrEqualTo(4);

        gates.forEach(Gate::open);

        Await.until("no spare worker is at work", () -> RealScheduler.sparesAtWork(s) == 0);
    }

    private List<String> starvations(WorkStealingScheduler s) {
        return log.messages(Level.WARNING, "scheduler " + RealScheduler.name(s) + ": every worker");
    }

    private long entered() {
        return gates.stream().filter(Gate::isEntered).count();
    }

    private static long spareThreads(WorkStealingScheduler s) {
        return Stacks.threadsOf(RealScheduler.name(s) + "-spare").size();
    }
}
