package dev.ropewalk.pipeline.stage;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.Poller;
import dev.ropewalk.pipeline.sequence.Barrier;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/** The poller of a stage that has neither processors nor runners: the thread that polls handles the events. */
final class StagePoller<E> implements Poller<E> {
    private final RunningStage<E> stage;
    private final Shutdown<E> shutdown;
    private final Sequence done;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean closed;

    StagePoller(RunningStage<E> stage, Shutdown<E> shutdown) {
        this.stage = stage;
        this.shutdown = shutdown;
        done = stage.progress()[0];
    }

    /** Makes the stage of a poller. */
    static <E> RunningStage<E> stage(StageSettings<E> settings, PipelineContext<E> context) {
        var stage = new RunningStage<>(settings, context);
        stage.progress(List.of(new Sequence(Sequence.BEFORE_FIRST)));
        return stage;
    }

    @Override
    public int poll(int max, EventHandler<? super E> handler) throws Exception {
        StackRoom.require();
        Objects.requireNonNull(handler, "handler");
        if (max < 1) {
            throw new IllegalArgumentException("a poll must be for at least 1 event, not " + max);
        }
        Steps.before(StepKind.CONSUME, stage.context.lifecycle());
        if (closed) {
            throw refusal();
        }
        if (!busy.compareAndSet(false, true)) {
            if (closed) {
                throw refusal();
            }
            if (Thread.currentThread().equals(stage.poller)) {
                throw new IllegalStateException("the handler of a poll of " + stage.name() + " polls it once more");
            }
            throw new IllegalStateException("another thread polls " + stage.name() + " at this moment");
        }
        try {
            stage.poller = Thread.currentThread();
            return stage.context.lifecycle().hasEndedNow() ? 0 : poll(handler, max);
        } finally {
            stage.poller = null;
            busy.set(false);
            takeOutIfClosed();
            stage.context.endIfOver();
        }
    }

    private IllegalStateException refusal() {
        return new IllegalStateException("the poller " + stage.name() + " is closed");
    }

    private int poll(EventHandler<? super E> handler, int max) throws Exception {
        Barrier barrier = stage.barrier;
        long from = done.own() + 1;
        long ready = barrier.ready(from, from + max - 1);
        if (ready < from) {
            stage.idle();
            return 0;
        }
        long last = barrier.lastEvent(from, ready);
        long sequence = from;
        int handled = 0;
        try {
            Steps.failIfStruck(FaultKind.TASK_FAILURE, stage.context.lifecycle());
            for (; sequence <= last; sequence++) {
                if (!barrier.isSkipped(sequence)) {
                    handler.onEvent(stage.context.ring().event(sequence), sequence, sequence == last);
                    handled++;
                }
            }
            sequence = ready + 1;
        } finally {
            if (sequence > from) {
                Steps.before(StepKind.CONSUME, stage.context.lifecycle());
                done.set(sequence - 1);
                stage.advanced();
                stage.idle();
            }
        }
        return handled;
    }

    @Override
    public void close() {
        StackRoom.require();
        Steps.before(StepKind.CLOSE, stage.context.lifecycle());
        closed = true;
        takeOutIfClosed();
    }

    /** Once out, it stays busy: a poll that comes too late finds that. */
    private void takeOutIfClosed() {
        if (closed && busy.compareAndSet(false, true)) {
            boolean ignored = shutdown.unlink(stage);
        }
    }
}
