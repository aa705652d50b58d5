package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.worker.Worker;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls that block, made known to the scheduler. */
class BlockingTest {
    private static final Duration NEVER = Duration.ofDays(1);

    private final List<Gate> gates = new ArrayList<>();
    private @Nullable WorkStealingScheduler scheduler;

    @AfterEach
    void close() {
        gates.forEach(Gate::open);
        RealScheduler.close(scheduler);
    }

    private WorkStealingScheduler start(int workers, UnaryOperator<SchedulerBuilder> options) {
        WorkStealingScheduler started = RealScheduler.of(
                workers, builder -> options.apply(builder).stuckAfter(NEVER).stealPrice(NEVER));
        scheduler = started;
        return started;
    }

    /** What is handed to a spare worker must not stay there when it is no longer needed. */
    @Test
    void shouldRunWhatWasHandedToASpareWorkerThatIsNoLongerNeeded() {
        WorkStealingScheduler s = start(1, builder -> builder.maxSpareWorkers(1));
        Gate blocked = block(s, s.newStrand(Placement.PINNED, 0));
        Gate busy = gate();
        s.execute(busy);
        busy.awaitEntered();
        Worker spare = s.worker(1);
        var ran = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            s.newStrand(Placement.SOFT, 0).execute(ran::incrementAndGet);
        }
        Gate again = gate();
        s.newStrand(Placement.PINNED, 0).execute(again);
        blocked.open();
        again.awaitEntered();

        s.dispatch().handOver(s.worker(0), spare);
        assertThat(s.spares.hasTooMany()).isTrue();
        busy.open();

        Await.until("all have run", () -> ran.get() == 10);
    }

    @Test
    void shouldForgetSpareWorkersThatNobodyHasNeededForLong() {
        WorkStealingScheduler s = start(1, builder -> builder.maxSpareWorkers(3).spareRest(Duration.ofMillis(1)));
        for (int round = 1; round <= 2; round++) {
            List<Gate> blocked = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                blocked.add(block(s, s.newStrand(Placement.FREE)));
            }
            assertThat(s.table.count()).isEqualTo(4);
            blocked.forEach(Gate::open);
            Await.until("the spare workers are forgotten", () -> s.table.count() == 1);
            int tasks = 3 * round;
            Await.until(
                    "what they have done isn't",
                    () -> s.stats().workers().size() == 4 && s.stats().tasks() == tasks);
        }
    }

    /** A close looks twice whether all is quiet, and takes a worker that has gone to sleep meanwhile for one that had work. */
    @Test
    void shouldCountTheRestOfASpareWorkerAsANap() {
        WorkStealingScheduler s = start(1, builder -> builder.maxSpareWorkers(1));
        Gate blocked = block(s, s.newStrand(Placement.PINNED, 0));
        Worker spare = s.worker(1);
        Await.until("the spare worker sleeps", spare.idling::isAsleep);
        long naps = spare.stats.parks();

        blocked.open();

        Await.until("the spare worker rests", () -> !spare.status.isAtWork());
        assertThat(spare.stats.parks()).isGreaterThan(naps);
    }

    @Test
    void shouldParkAgainWhenASpareWorkerIsInterruptedWhileItRests() {
        WorkStealingScheduler s = start(1, builder -> builder.maxSpareWorkers(1).spareRest(NEVER));
        block(s, s.newStrand(Placement.PINNED, 0)).open();
        Worker spare = s.worker(1);
        Await.until("the spare worker rests", () -> !spare.status.isAtWork());
        Thread resting = Objects.requireNonNull(spare.thread());

        resting.interrupt();

        Await.until(
                "it parks without the interrupt",
                () -> !resting.isInterrupted() && resting.getState() == Thread.State.TIMED_WAITING);
    }

    @Test
    void shouldHandNothingToASpareWorkerThatHasRetired() {
        WorkStealingScheduler s = start(1, builder -> builder.maxSpareWorkers(1));
        block(s, s.newStrand(Placement.PINNED, 0)).open();
        Await.until("the spare worker has retired", () -> RealScheduler.sparesAtWork(s) == 0);
        Gate busy = gate();
        s.newStrand(Placement.PINNED, 0).execute(busy);
        busy.awaitEntered();
        s.newStrand(Placement.SOFT, 0).execute(() -> {});

        s.dispatch().handOver(s.worker(0), s.worker(1));

        assertThat(s.worker(1).hasQueued()).isFalse();
        assertThat(s.worker(0).hasQueued()).isTrue();
    }

    private Gate gate() {
        var gate = new Gate();
        gates.add(gate);
        return gate;
    }

    private Gate block(WorkStealingScheduler s, Strand strand) {
        Gate gate = gate();
        strand.execute(() -> call(s, gate));
        gate.awaitEntered();
        return gate;
    }

    private static void call(Scheduler s, Gate gate) {
        blocking(s, () -> {
            gate.run();
            return gate;
        });
    }

    private static <T> T blocking(Scheduler s, Callable<T> call) {
        try {
            return s.blocking(call);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldRunOtherStrandsWhileAllWorkersBlock() {
        WorkStealingScheduler s = start(3, UnaryOperator.identity());
        for (int i = 0; i < 3; i++) {
            block(s, s.newStrand(Placement.PINNED, i));
        }
        assertThat(s.stats().blockedWorkers()).isEqualTo(3);
        var ran = new AtomicInteger();
        for (int i = 0; i < 30; i++) {
            Strand strand = s.newStrand(i % 2 == 0 ? Placement.SOFT : Placement.FREE);
            for (int j = 0; j < 100; j++) {
                strand.execute(ran::incrementAndGet);
            }
            s.execute(ran::incrementAndGet);
        }

        Await.until(() -> "all have run, not " + ran, () -> ran.get() == 3_030, Await.DEADLINE);
        gates.forEach(Gate::open);

        Await.until("none blocks", () -> s.stats().blockedWorkers() == 0);
    }

    @Test
    void shouldReturnWhatTheCallReturnsAndThrowWhatItThrows() throws Exception {
        WorkStealingScheduler s = start(1, UnaryOperator.identity());
        List<Object> outcomes = new CopyOnWriteArrayList<>();

        s.execute(() -> {
            outcomes.add(blocking(s, () -> "value"));
            try {
                s.blocking(() -> {
                    throw new IOException("as planned");
                });
            } catch (Exception e) {
                outcomes.add(e);
            }
        });

        Await.until("both calls are done", () -> outcomes.size() == 2);
        assertThat(outcomes.getFirst()).isEqualTo("value");
        assertThat(outcomes.getLast()).isInstanceOf(IOException.class);
        assertThat(s.stats().blockedWorkers()).isZero();
    }

    @Test
    void shouldStayBlockedWhenAnInnerBlockingCallReturns() {
        WorkStealingScheduler s = start(1, UnaryOperator.identity());
        List<Integer> blocked = new CopyOnWriteArrayList<>();
        Gate gate = gate();

        s.newStrand()
                .execute(() -> blocking(s, () -> {
                    blocked.add(blocking(s, () -> s.stats().blockedWorkers()));
                    blocked.add(s.stats().blockedWorkers());
                    gate.run();
                    return gate;
                }));
        gate.awaitEntered();

        assertThat(blocked).containsExactly(1, 1);
        Held.threadOf(s.newStrand(Placement.SOFT, 0));
        gate.open();
        Await.until("none blocks", () -> s.stats().blockedWorkers() == 0);
    }

    @Test
    void shouldJustCallInThreadsThatAreNoWorkers() throws Exception {
        WorkStealingScheduler s = start(1, UnaryOperator.identity());

        assertThat(s.blocking(() -> s.stats().blockedWorkers())).isZero();

        List<Integer> blocked = new CopyOnWriteArrayList<>();
        Thread.ofVirtual()
                .start(() -> blocked.add(blocking(s, () -> s.stats().blockedWorkers())))
                .join();
        assertThat(blocked).containsExactly(0);
        assertThat(s.table.count()).as("workers, spare ones included").isEqualTo(1);
        assertThatThrownBy(() -> s.blocking(() -> {
                    throw new IOException("as planned");
                }))
                .isInstanceOf(IOException.class);
    }

    @Test
    void shouldJustCallInAWorkerOfAnotherScheduler() {
        WorkStealingScheduler s = start(1, UnaryOperator.identity());
        WorkStealingScheduler other = RealScheduler.of(1);
        List<Integer> blocked = new CopyOnWriteArrayList<>();

        other.execute(() -> blocked.add(
                blocking(s, () -> s.stats().blockedWorkers() + other.stats().blockedWorkers())));

        Await.until("the call is done", () -> blocked.equals(List.of(0)));
        RealScheduler.close(other);
    }

    @Test
    void shouldAddNoMoreSpareWorkersThanTheBoundAllows() {
        WorkStealingScheduler s = start(3, builder -> builder.maxSpareWorkers(2));
        for (int i = 0; i < 3; i++) {
            block(s, s.newStrand(Placement.PINNED, i));
        }
        var ran = new AtomicInteger();
        List<Gate> more = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Gate gate = gate();
            more.add(gate);
            s.newStrand().execute(gate);
        }

        Await.until(
                "two are on spare workers",
                () -> more.stream().filter(Gate::isEntered).count() == 2);
        Await.pass(Duration.ofMillis(100));
        assertThat(more.stream().filter(Gate::isEntered)).hasSize(2);
        assertThat(s.table.count()).isEqualTo(5);
        s.newStrand().execute(ran::incrementAndGet);
        more.forEach(Gate::open);
        Await.until("the rest has run", () -> ran.get() == 1);
    }

    @Test
    void shouldLetAnotherWorkerTakeOverWhenThereAreNoSpareOnes() {
        WorkStealingScheduler s = start(2, builder -> builder.maxSpareWorkers(0));
        block(s, s.newStrand(Placement.PINNED, 0));

        assertThat(Held.threadOf(s.newStrand(Placement.SOFT, 0))).isEqualTo(RealScheduler.worker(s, 1));
    }

    /** Before the call begins another worker is there that may take what is queued. */
    @Test
    void shouldGiveUpAtOnceWhatABlockedWorkerHasQueued() {
        WorkStealingScheduler s = start(1, UnaryOperator.identity());
        for (int round = 0; round < 9; round++) {
            Gate gate = gate();
            var ran = new AtomicInteger();
            s.newStrand(Placement.PINNED, 0).execute(() -> {
                for (int i = 0; i < 10; i++) {
                    s.newStrand(Placement.SOFT, 0).execute(ran::incrementAndGet);
                }
                call(s, gate);
            });
            gate.awaitEntered();
            assertThat(s.worker(0).status.mayBeRobbed()).isTrue();
            assertThat(RealScheduler.sparesAtWork(s)).isEqualTo(1);
            Await.until("all ten have run", () -> ran.get() == 10);
            gate.open();
            RealScheduler.awaitRest(s);
        }
    }

    @Test
    void shouldLetSpareWorkersRestAndUseThemAgain() {
        WorkStealingScheduler s = start(2, UnaryOperator.identity());

        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 2; i++) {
                block(s, s.newStrand(Placement.PINNED, i));
            }
            assertThat(Held.threadOf(s.newStrand())).startsWith(RealScheduler.name(s) + "-spare-");
            gates.forEach(Gate::open);
            Await.until("no spare worker is at work", () -> RealScheduler.sparesAtWork(s) == 0);
            RealScheduler.awaitRest(s);
        }

        assertThat(s.table.count()).as("workers ever made").isEqualTo(4);
    }

    @Test
    void shouldGiveWorkersTheirOwnStrandsAgainAfterBlocking() {
        WorkStealingScheduler s = start(2, UnaryOperator.identity());
        Strand strand = s.newStrand(Placement.SOFT, 0);
        Gate gate = block(s, s.newStrand(Placement.PINNED, 0));
        assertThat(Held.threadOf(strand)).isNotEqualTo(RealScheduler.worker(s, 0));

        gate.open();
        RealScheduler.awaitRest(s);
        Await.until("no spare worker is at work", () -> RealScheduler.sparesAtWork(s) == 0);

        assertThat(Held.threadOf(strand)).isEqualTo(RealScheduler.worker(s, 0));
    }
}
