package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.sequence.Sequence;

/** The processor of a plain stage: handles every event, in order. */
final class StageProcessor<E> extends Processor<E> {
    StageProcessor(String name, RunningStage<E> stage, EventHandler<? super E> handler) {
        super(name, stage, handler, new Sequence(Sequence.BEFORE_FIRST));
    }

    @Override
    boolean take() {
        long most = next + stage.maxBatch - 1;
        long ready = stage.barrier.ready(next, most);
        if (ready < next) {
            return false;
        }
        caughtUp = ready < most;
        batchEnd = ready;
        return true;
    }

    @Override
    void handle() throws Exception {
        handleAll();
    }

    @Override
    void release() {
        done.set(batchEnd);
    }

    @Override
    boolean hasWork() {
        return stage.barrier.ready(next, next) >= next;
    }
}
