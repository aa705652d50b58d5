package dev.ropewalk.scheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.AbandonableHandler;
import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.RealScheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.StuckWorker;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What closing abandons: how it is counted, and how its owners are told. */
class AbandonmentTest {
    private static final Duration SHORT = Duration.ofMillis(50);

    @Test
    void shouldTellTheOwnersBeforeThreadsThatAwaitTheEndGoOn() throws Exception {
        WorkStealingScheduler scheduler = RealScheduler.of(1, builder -> builder.maxSpareWorkers(0));
        Gate gate = Gate.deaf();
        scheduler.execute(gate);
        gate.awaitEntered();
        var endedWhenTold = new CompletableFuture<Boolean>();
        scheduler
                .newStrand()
                .execute(new Asking(() -> endedWhenTold.complete(scheduler.awaitTermination(Duration.ZERO))));

        scheduler.close(SHORT);

        assertThat(endedWhenTold).isCompletedWithValue(false);
        assertThat(scheduler.awaitTermination(Duration.ZERO)).isTrue();
        gate.open();
    }

    private record Asking(Callable<?> then) implements Abandonable {
        @Override
        public void run() {
            throw new AssertionError("it is abandoned");
        }

        @Override
        public void abandon() {
            try {
                then.call();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Test
    void shouldCountPinnedStrandsThatTheStuckWorkerHasQueuedItself() {
        WorkStealingScheduler scheduler = RealScheduler.of(1, builder -> builder.maxSpareWorkers(0));
        Gate gate = Gate.deaf();
        var ran = new AtomicInteger();
        scheduler.execute(() -> {
            for (int i = 0; i < 500; i++) {
                scheduler.newStrand(Placement.PINNED).execute(ran::incrementAndGet);
            }
            gate.run();
        });
        gate.awaitEntered();

        SchedulerCloseReport report = scheduler.close(SHORT);

        assertThat(report.abandonedTasks()).isEqualTo(500);
        gate.open();
        RealScheduler.awaitNoThreads(scheduler);
        assertThat(ran).hasValue(0);
    }

    @Test
    void shouldCountExactlyWhatItAbandons() {
        WorkStealingScheduler scheduler = RealScheduler.of(2, builder -> builder.maxSpareWorkers(0));
        Gate[] gates = {Gate.deaf(), Gate.deaf()};
        Strand[] held = new Strand[2];
        for (int i = 0; i < 2; i++) {
            held[i] = scheduler.newStrand(Placement.PINNED, i);
            held[i].execute(gates[i]);
            gates[i].awaitEntered();
        }
        var ran = new AtomicInteger();
        submit(5, held[0], ran);
        submit(7, scheduler.newStrand(Placement.SOFT, 0), ran);
        submit(3, scheduler.newStrand(Placement.PINNED, 1), ran);
        submit(2, scheduler.newStrand(Placement.FREE), ran);
        for (int i = 0; i < 4; i++) {
            scheduler.execute(ran::incrementAndGet);
        }
        for (int i = 0; i < 6; i++) {
            scheduler.schedule(held[0], ran::incrementAndGet, Duration.ofHours(1));
        }

        SchedulerCloseReport report = scheduler.close(SHORT);

        assertThat(report.abandonedTasks()).isEqualTo(21);
        assertThat(report.abandonedTimers()).isEqualTo(6);
        assertThat(report.isComplete()).isFalse();
        assertThat(report.stuck())
                .extracting(StuckWorker::worker)
                .containsExactly(RealScheduler.worker(scheduler, 0), RealScheduler.worker(scheduler, 1));
        assertThat(report.stuck()).allSatisfy(stuck -> {
            assertThat(stuck.stack()).anyMatch(frame -> frame.getClassName().equals(Gate.class.getName()));
            assertThat(stuck.toString()).contains(stuck.worker(), Gate.class.getName() + ".run");
        });
        assertThat(ran).hasValue(0);
        for (Gate gate : gates) {
            gate.open();
        }
        RealScheduler.awaitNoThreads(scheduler);
    }

    @Test
    void shouldTellTimersOnceThatTheyAreAbandoned() {
        WorkStealingScheduler scheduler = RealScheduler.of(1, builder -> builder.maxSpareWorkers(0));
        Gate gate = Gate.deaf();
        scheduler.newStrand().execute(gate);
        gate.awaitEntered();
        Strand strand = scheduler.newStrand();
        List<String> told = new CopyOnWriteArrayList<>();
        scheduler.schedule(strand, new Told("queued", told), Duration.ZERO);
        scheduler.scheduleAtFixedRate(strand, new Told("again", told), Duration.ZERO, Duration.ofMillis(1));
        scheduler.schedule(strand, new Told("late", told), Duration.ofHours(1));
        scheduler
                .schedule(strand, new Told("cancelled", told), Duration.ofHours(1))
                .cancel();
        Await.until("a timer is due", scheduler.worker(0)::hasQueued);

        scheduler.close(Duration.ZERO);
        gate.open();

        assertThat(told).containsExactlyInAnyOrder("queued", "again", "late");
    }

    @Test
    void shouldTellAllOthersIfOneThrowsWhenItIsAbandoned() {
        WorkStealingScheduler scheduler = RealScheduler.of(
                1, builder -> builder.maxSpareWorkers(0).uncaughtExceptionHandler((thread, thrown) -> {}));
        Gate gate = Gate.deaf();
        scheduler.newStrand().execute(gate);
        gate.awaitEntered();
        List<String> told = new CopyOnWriteArrayList<>();
        for (String name : List.of("a", "throws", "b")) {
            scheduler.execute(new Told(name, told));
            scheduler.schedule(scheduler.newStrand(), new Told(name, told), Duration.ofHours(1));
        }

        SchedulerCloseReport report = scheduler.close(Duration.ZERO);
        gate.open();

        assertThat(report.abandonedTasks()).isEqualTo(3);
        assertThat(report.abandonedTimers()).isEqualTo(3);
        assertThat(told).containsExactlyInAnyOrder("a", "throws", "b", "a", "throws", "b");
    }

    @Test
    void shouldTellTheHandlerWhichMessagesItAbandons() {
        WorkStealingScheduler scheduler = RealScheduler.of(1, builder -> builder.maxSpareWorkers(0));
        Gate gate = Gate.deaf();
        scheduler.newStrand().execute(gate);
        gate.awaitEntered();
        var handler = new Mailbox(new CopyOnWriteArrayList<>());
        MessageStrand<String> strand = scheduler.newMessageStrand(Placement.SOFT, handler);
        strand.start();
        strand.send("first");
        strand.send("second");

        SchedulerCloseReport report = scheduler.close(Duration.ZERO);
        gate.open();

        assertThat(report.abandonedTasks()).isEqualTo(2);
        assertThat(handler.told).containsExactly("first", "second");
    }

    /** By then a stuck worker has found the end, too: what it leaves behind goes the same way. */
    @Test
    void shouldHandleWhatIsNeverRefusedThoughItWasLeftOver() {
        WorkStealingScheduler scheduler = RealScheduler.of(1, builder -> builder.maxSpareWorkers(0));
        Gate gate = Gate.deaf();
        var handler = new Stubborn(new CopyOnWriteArrayList<>(), gate);
        handler.strand.complete(scheduler.newMessageStrand(Placement.SOFT, handler));
        MessageStrand<String> strand = handler.strand.join();
        strand.start();
        strand.send("stuck");
        gate.awaitEntered();
        strand.send("plain");
        strand.sendAlways("always");
        var queued = new Stubborn(handler.told, gate);
        queued.strand.complete(scheduler.newMessageStrand(Placement.SOFT, queued));
        queued.strand.join().start();
        queued.strand.join().sendAlways("always queued");

        scheduler.close(Duration.ZERO);
        Await.until("it is handled", () -> handler.told.contains("always queued handled"));
        gate.open();
        Await.until("it is handled", () -> handler.told.contains("always handled"));

        assertThat(handler.told)
                .startsWith("always queued", "always queued handled", "stuck handled")
                .containsAnyOf("plain", "plain handled")
                .doesNotHaveDuplicates();
    }

    /** Sends anew what must not be lost. */
    private record Stubborn(List<String> told, Gate gate, CompletableFuture<MessageStrand<String>> strand)
            implements AbandonableHandler<String> {
        Stubborn(List<String> told, Gate gate) {
            this(told, gate, new CompletableFuture<>());
        }

        @Override
        public void accept(String message) {
            if (message.equals("stuck")) {
                gate.run();
            }
            told.add(message + " handled");
        }

        @Override
        public void abandon(String message) {
            told.add(message);
            if (message.startsWith("always")) {
                strand.join().sendAlways(message);
            }
        }
    }

    private record Mailbox(List<String> told) implements AbandonableHandler<String> {
        @Override
        public void accept(String message) {
            told.add(message + " handled");
        }

        @Override
        public void abandon(String message) {
            told.add(message);
        }
    }

    private record Told(String name, List<String> told) implements Abandonable {
        @Override
        public void run() {
            told.add(name + " ran");
        }

        @Override
        public void abandon() {
            told.add(name);
            if (name.equals("throws")) {
                throw new IllegalStateException("abandoned");
            }
        }
    }

    private static void submit(int count, Strand strand, AtomicInteger ran) {
        for (int i = 0; i < count; i++) {
            strand.execute(ran::incrementAndGet);
        }
    }
}
