package dev.ropewalk.scheduler.event;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerBuilder;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.park.FutureWaits;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;

/** What makes each event of a scheduler. It runs in a class loader that has no events. */
public final class EventlessProbe implements Runnable {
    private static final int SECONDS = 20;

    @Override
    public void run() {
        FlightRecorder.getFlightRecorder();
        check(FlightRecorderState.isUsed(), "the recorder isn't in use");
        starve();
        steal();
        move();
        await(1);
    }

    /** The one worker waits for what only another one can do. */
    private static void starve() {
        try (Scheduler scheduler = soonStuck(1).build()) {
            var ran = new CountDownLatch(1);
            scheduler.execute(() -> await(ran));
            scheduler.execute(ran::countDown);
            await(ran);
        }
    }

    /** What waits at a worker that is held up may come to another one without a theft, too. */
    private static void steal() {
        try (Scheduler scheduler = soonStuck(2).maxSpareWorkers(0).build()) {
            long begin = System.nanoTime();
            while (scheduler.stats().steals() == 0) {
                checkTime(begin, "nothing was stolen");
                var ran = new CountDownLatch(1);
                scheduler.execute(() -> {
                    scheduler.execute(ran::countDown);
                    await(ran);
                });
                await(ran);
            }
        }
    }

    private static void move() {
        try (Scheduler scheduler = soonStuck(2).stealsToRehome(1).build()) {
            long begin = System.nanoTime();
            while (scheduler.stats().workers().stream().noneMatch(worker -> worker.rehomed() > 0)) {
                checkTime(begin, "no strand has got another home");
                Strand strand = scheduler.newStrand(Placement.SOFT, 0);
                var holds = new CountDownLatch(1);
                var ran = new CountDownLatch(1);
                scheduler.newStrand(Placement.PINNED, 0).execute(() -> {
                    holds.countDown();
                    await(ran);
                });
                await(holds);
                strand.execute(ran::countDown);
                await(ran);
            }
        }
    }

    private static void await(int nanos) {
        try {
            check(!new FutureWaits(new CompletableFuture<>()).await("the bus", nanos), "there is a bus");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            check(latch.await(SECONDS, TimeUnit.SECONDS), "a task was lost");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void checkTime(long begin, String otherwise) {
        check(System.nanoTime() - begin < SECONDS * 1_000_000_000L, otherwise);
    }

    private static void check(boolean isSo, String otherwise) {
        if (!isSo) {
            throw new IllegalStateException(otherwise);
        }
    }

    private static SchedulerBuilder soonStuck(int workers) {
        return Scheduler.builder().workers(workers).stuckAfter(Duration.ofMillis(1));
    }
}
