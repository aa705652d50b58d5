package dev.ropewalk.scheduler.strand;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A strand as one would write it at first, and with one flaw. It isn't made from bytecode: a strand that is queued twice would stand
 * twice in the bench's inbox, whose nodes are linked through themselves, and be found there for ever.
 */
final class BrokenStrand {
    enum Flaw {
        SUBMIT_BY_CHECK_THEN_ACT,
        QUEUED_WHILE_RUN
    }

    private final StrandBench bench;
    private final Flaw flaw;
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean busy = new AtomicBoolean();

    BrokenStrand(StrandBench bench, Flaw flaw) {
        this.bench = bench;
        this.flaw = flaw;
    }

    void execute(Runnable task) {
        tasks.add(task);
        queueIfIdle();
    }

    private void queueIfIdle() {
        if (flaw == Flaw.SUBMIT_BY_CHECK_THEN_ACT) {
            if (!busy.get()) {
                busy.set(true);
                bench.enqueue(this);
            }
        } else if (busy.compareAndSet(false, true)) {
            bench.enqueue(this);
        }
    }

    void run() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            if (flaw == Flaw.QUEUED_WHILE_RUN && bench.isLeaving() && !tasks.isEmpty()) {
                bench.enqueue(this);
                task.run();
                return;
            }
            task.run();
        }
        busy.set(false);
        if (!tasks.isEmpty()) {
            queueIfIdle();
        }
    }
}
