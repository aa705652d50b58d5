package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.sequence.Sequence;

/** The processor of one worker of a pool: takes whichever events no other worker has taken. */
final class WorkerProcessor<E> extends Processor<E> {
    /** Enough that taking costs little, and few enough that others needn't wait long for a worker that has taken slow events. */
    private static final int MAX_TAKEN = 32;

    private final WorkerPool pool;

    /** A worker takes one of so many shares of what is ready: half of what would be fair, so that they end at the same time. */
    private final int shares;

    private final long mostSeen;

    WorkerProcessor(String name, RunningStage<E> stage, EventHandler<? super E> handler, WorkerPool pool, int workers) {
        super(name, stage, handler, new Sequence(Sequence.NOWHERE));
        this.pool = pool;
        shares = 2 * workers;
        mostSeen = Math.min(stage.maxBatch, (long) MAX_TAKEN * shares) + 1;
    }

    @Override
    void startAfter(long sequence) {
        next = sequence + 1;
        batchEnd = sequence;
    }

    @Override
    boolean take() {
        while (true) {
            long last = pool.last();
            long ready = stage.barrier.ready(last + 1, last + mostSeen);
            if (ready <= last) {
                return false;
            }
            long to = last + Math.clamp((ready - last) / shares, 1, MAX_TAKEN);
            if (pool.tryTake(done, last, to)) {
                next = last + 1;
                batchEnd = to;
                caughtUp = ready == to;
                if (ready > to) {
                    stage.wakeOne();
                }
                return true;
            }
            enter();
            try {
                stage.advanced();
            } finally {
                leave();
            }
        }
    }

    @Override
    void handle() throws Exception {
        handleAll();
    }

    @Override
    void release() {
        pool.release(done);
    }

    @Override
    boolean hasFinished(long sequence) {
        if (sequence > pool.last()) {
            return false;
        }
        boolean hasPassed = ended && (sequence < next || sequence > batchEnd);
        return hasPassed || done.get() >= sequence;
    }

    @Override
    boolean hasWork() {
        long awaited = awaited();
        return stage.barrier.ready(awaited, awaited) >= awaited;
    }

    @Override
    long awaited() {
        return pool.last() + 1;
    }
}
