package dev.ropewalk.pipeline.publish;

import dev.ropewalk.pipeline.BatchTranslator;
import dev.ropewalk.pipeline.EventSink;
import dev.ropewalk.pipeline.Translator;
import dev.ropewalk.pipeline.capacity.CapacityWaiter;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.stage.Answer;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.WaitSettings;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** All forms of publishing by a translator. A claim that isn't published is aborted, whatever happens. */
public abstract class Publisher<E> extends Claimer<E> implements EventSink<E> {
    Publisher(PipelineContext<E> context, WaitSettings waiting) {
        super(context, waiting);
    }

    @Override
    public final void publish(Translator<? super E> translator) throws InterruptedException {
        Objects.requireNonNull(translator, "translator");
        fill(claimWaiting(1, Parking.FOREVER), translator);
    }

    @Override
    public final boolean tryPublish(Translator<? super E> translator) {
        Objects.requireNonNull(translator, "translator");
        long sequence = tryClaiming(1);
        if (sequence == Sequencer.FULL) {
            return false;
        }
        fill(sequence, translator);
        return true;
    }

    @Override
    public final boolean publish(Translator<? super E> translator, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(translator, "translator");
        long sequence = claimWaiting(1, Parking.nanos(timeout));
        if (sequence == Sequencer.FULL) {
            return false;
        }
        fill(sequence, translator);
        return true;
    }

    @Override
    public final void publishBatch(int size, BatchTranslator<? super E> translator) throws InterruptedException {
        Objects.requireNonNull(translator, "translator");
        fill(claimWaiting(size, Parking.FOREVER), size, translator);
    }

    @Override
    public final boolean tryPublishBatch(int size, BatchTranslator<? super E> translator) {
        Objects.requireNonNull(translator, "translator");
        long high = tryClaiming(size);
        if (high == Sequencer.FULL) {
            return false;
        }
        fill(high, size, translator);
        return true;
    }

    @Override
    public final boolean publishBatch(int size, BatchTranslator<? super E> translator, Duration timeout)
            throws InterruptedException {
        Objects.requireNonNull(translator, "translator");
        long high = claimWaiting(size, Parking.nanos(timeout));
        if (high == Sequencer.FULL) {
            return false;
        }
        fill(high, size, translator);
        return true;
    }

    @Override
    public final long remainingCapacity() {
        Steps.before(StepKind.ACCESS, context().lifecycle());
        return context().sequencer().remainingCapacity();
    }

    @Override
    public final CompletableFuture<Long> publishAsync(Translator<? super E> translator, Executor executor) {
        Objects.requireNonNull(translator, "translator");
        Objects.requireNonNull(executor, "executor");
        PipelineContext<E> its = context();
        var result = new Answer<Long>(() -> its.checkNotWithin("a publication"));
        new Later(translator, executor, result).run();
        return result;
    }

    private void fill(long sequence, Translator<? super E> translator) {
        boolean filled = false;
        begin(sequence, 1);
        try {
            translator.translate(event(sequence), sequence);
            filled = true;
        } finally {
            finish(sequence);
            end(sequence, sequence, filled);
        }
    }

    private void fill(long high, int size, BatchTranslator<? super E> translator) {
        long low = high - size + 1;
        boolean filled = false;
        begin(high, size);
        try {
            for (int index = 0; index < size; index++) {
                translator.translate(event(low + index), index);
            }
            filled = true;
        } finally {
            finish(high);
            end(low, high, filled);
        }
    }

    /** A publication that goes on in its executor when there is room. One thread at a time is about it. */
    private final class Later implements Abandonable {
        private final Translator<? super E> translator;
        private final Executor executor;
        private final CompletableFuture<Long> result;

        /** Its last wait, unless it has claimed since. */
        private @Nullable CapacityWaiter wait;

        Later(Translator<? super E> translator, Executor executor, CompletableFuture<Long> result) {
            this.translator = translator;
            this.executor = executor;
            this.result = result;
        }

        /** Publishes, or waits. */
        @Override
        public void run() {
            try {
                while (!result.isDone()) {
                    long sequence = tryClaiming(1);
                    if (sequence != Sequencer.FULL) {
                        wait = null;
                        fill(sequence, translator);
                        result.complete(sequence);
                        return;
                    }
                    if (waitAgain()) {
                        context().wakeAllIfEnded();
                        return;
                    }
                }
                leave();
            } catch (Throwable e) {
                end(e);
            }
        }

        private boolean waitAgain() {
            Steps.failIfStruck(FaultKind.ALLOCATION_FAILURE, context().lifecycle());
            var next = new CapacityWaiter(executor, 1, wait == null ? CapacityWaiter.NONE : wait.turn) {
                @Override
                protected void wake() {
                    execute();
                }
            };
            leave();
            wait = next;
            return enterRoom(next);
        }

        private void execute() {
            try {
                executor.execute(this);
            } catch (Throwable e) {
                end(e);
            }
        }

        @Override
        public void abandon() {
            end(new RejectedExecutionException("the scheduler of " + executor + " was closed before it could publish"));
        }

        private void end(Throwable cause) {
            leave();
            result.completeExceptionally(cause);
        }

        private void leave() {
            if (wait != null) {
                context().waiters().leave(wait);
            }
        }
    }
}
