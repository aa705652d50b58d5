package dev.ropewalk.scheduler;

import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.testing.Await;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A worker kept in one task until this is closed. */
final class Held implements AutoCloseable {
    private final Gate gate = new Gate();

    private Held() {}

    static Held worker(Scheduler scheduler, int worker) {
        var held = new Held();
        scheduler.newStrand(Placement.PINNED, worker).execute(held.gate);
        held.gate.awaitEntered();
        return held;
    }

    /** As above, and waits until the monitor has seen it, which looks as soon as something waits: then all may be taken. */
    static Held andSeen(WorkStealingScheduler scheduler, int worker) {
        Held held = worker(scheduler, worker);
        scheduler.newStrand(Placement.PINNED, worker).execute(() -> {});
        Await.until(
                "the worker counts as stuck",
                () -> scheduler.worker(worker).status.isHeldUp());
        return held;
    }

    /** Runs a task on a strand, waits for it, and returns the name of the thread that ran it. */
    static String threadOf(Strand strand) {
        List<String> names = new CopyOnWriteArrayList<>();
        strand.execute(() -> names.add(Thread.currentThread().getName()));
        Await.until(() -> strand + " has run its task", () -> !names.isEmpty(), Await.DEADLINE);
        return names.getFirst();
    }

    @Override
    public void close() {
        gate.open();
    }
}
