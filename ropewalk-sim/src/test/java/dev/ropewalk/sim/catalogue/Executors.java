package dev.ropewalk.sim.catalogue;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.task.BoundedExecutor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

/** Tasks, strands and timers that get into each other's way. */
final class Executors {
    private Executors() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.of(
                        "tasks wait for tasks of the same bounded executor",
                        Theme.EXECUTORS,
                        Symptom.DEADLOCK,
                        Executors::starvation),
                PlantedBug.of("two strands share a field", Theme.EXECUTORS, Symptom.CHECK, Executors::wrongStrand),
                PlantedBug.of(
                        "a cancelled task has had its effect",
                        Theme.EXECUTORS,
                        Symptom.CHECK,
                        Executors::cancelledWithEffect),
                PlantedBug.of(
                        "a cancelled timer runs once more",
                        Theme.EXECUTORS,
                        Symptom.CHECK,
                        Executors::timerAfterCancel),
                PlantedBug.of(
                        "an executor is shut down before the last task",
                        Theme.EXECUTORS,
                        Symptom.EXCEPTION,
                        Executors::earlyShutdown));
    }

    private static BoundedExecutor executor(Simulation simulation, int limit) {
        return BoundedExecutor.builder(limit).scheduler(simulation.scheduler()).build();
    }

    private static void starvation(Simulation simulation, boolean mended) {
        BoundedExecutor outer = executor(simulation, 2);
        BoundedExecutor inner = mended ? executor(simulation, 2) : outer;
        for (int i = 0; i < 2; i++) {
            simulation.start(
                    "client-" + i,
                    () -> outer.execute(
                            () -> Tasks.run(() -> inner.submit(() -> {}).get())));
        }
        simulation.run();
    }

    private static void wrongStrand(Simulation simulation, boolean mended) {
        var hits = new Shared<>(0);
        Strand pages = simulation.scheduler().newStrand();
        Strand images = mended ? pages : simulation.scheduler().newStrand();
        pages.execute(() -> hits.set(hits.get() + 1));
        images.execute(() -> hits.set(hits.get() + 1));
        simulation.run();
        Checks.equal(2, hits.get(), "hits");
    }

    /** What has become of a payment. */
    enum Payment {
        OPEN,
        CHARGED,
        CANCELLED
    }

    private static void cancelledWithEffect(Simulation simulation, boolean mended) {
        var payment = new AtomicReference<>(Payment.OPEN);
        var charges = new Shared<>(0);
        Future<?> charging = executor(simulation, 1).submit(() -> {
            if (!mended || payment.compareAndSet(Payment.OPEN, Payment.CHARGED)) {
                charges.set(1);
                Simulation.point(payment);
            }
        });
        boolean cancelled = mended ? payment.compareAndSet(Payment.OPEN, Payment.CANCELLED) : charging.cancel(true);
        simulation.run();
        Checks.equal(cancelled ? 0 : 1, charges.get(), "charges of a payment that was cancelled: " + cancelled);
    }

    private static void timerAfterCancel(Simulation simulation, boolean mended) {
        Scheduler scheduler = simulation.scheduler();
        Strand log = scheduler.newStrand();
        var isClosed = new Shared<>(false);
        Duration second = Duration.ofSeconds(1);
        Timer flushing = scheduler.scheduleAtFixedRate(
                log, () -> Checks.that(!isClosed.get(), "the log is flushed while it is open"), second, second);
        simulation.runFor(second);
        flushing.cancel();
        if (mended) {
            log.execute(() -> isClosed.set(true));
        } else {
            isClosed.set(true);
        }
        simulation.run();
    }

    private static void earlyShutdown(Simulation simulation, boolean mended) {
        BoundedExecutor executor = executor(simulation, 1);
        var last = new CompletableFuture<String>();
        executor.execute(() -> executor.execute(() -> last.complete("done")));
        if (mended) {
            last.join();
        }
        executor.shutdown();
        simulation.run();
    }
}
