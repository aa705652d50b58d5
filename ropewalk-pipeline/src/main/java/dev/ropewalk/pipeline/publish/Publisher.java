package dev.ropewalk.pipeline.publish;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.pipeline.BatchTranslator;
import dev.ropewalk.pipeline.EventSink;
import dev.ropewalk.pipeline.Translator;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.stage.Answer;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.WaitSettings;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** All forms of publishing by a translator. A claim that isn't published is aborted, whatever happens. */
public abstract class Publisher<E> extends Claimer<E> implements EventSink<E> {
    private static final VarHandle QUEUES = VarHandles.of(MethodHandles.lookup(), "queues", AsyncQueues.class);

    /** None until a publication waits without a thread. */
    private volatile @Nullable AsyncQueues<E> queues;

    Publisher(PipelineContext<E> context, WaitSettings waiting) {
        super(context, waiting);
    }

    /** Returns whether a publication that goes on in an executor would stand behind another. */
    final boolean mustWait(Executor executor) {
        AsyncQueues<E> there = queues;
        return there != null && there.mustWait(executor);
    }

    final AsyncQueues<E> queues() {
        AsyncQueues<E> there = queues;
        if (there == null) {
            var made = new AsyncQueues<E>();
            there = QUEUES.compareAndSet(this, null, made) ? made : Objects.requireNonNull(queues);
        }
        return there;
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
        new AsyncPublication<>(this, translator, executor, result).begin();
        return result;
    }

    final void fill(long sequence, Translator<? super E> translator) {
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
}
