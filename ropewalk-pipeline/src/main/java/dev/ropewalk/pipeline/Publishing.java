package dev.ropewalk.pipeline;

import dev.ropewalk.scheduler.Abandonable;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** All forms of publishing by a translator. A claim that isn't published is aborted, whatever happens. */
abstract class Publishing<E> extends Claiming<E> implements EventSink<E> {
    Publishing(Shared<E> shared, WaitStrategy strategy) {
        super(shared, strategy);
    }

    @Override
    public final void publish(Translator<? super E> translator) throws InterruptedException {
        fill(claimWaiting(1, Parking.FOREVER), translator);
    }

    @Override
    public final boolean tryPublish(Translator<? super E> translator) {
        long sequence = tryClaiming(1);
        if (sequence == Sequencer.FULL) {
            return false;
        }
        fill(sequence, translator);
        return true;
    }

    @Override
    public final boolean publish(Translator<? super E> translator, Duration timeout) throws InterruptedException {
        long sequence = claimWaiting(1, Parking.nanos(timeout));
        if (sequence == Sequencer.FULL) {
            return false;
        }
        fill(sequence, translator);
        return true;
    }

    @Override
    public final void publishBatch(int size, BatchTranslator<? super E> translator) throws InterruptedException {
        fill(claimWaiting(size, Parking.FOREVER), size, translator);
    }

    @Override
    public final boolean tryPublishBatch(int size, BatchTranslator<? super E> translator) {
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
        long high = claimWaiting(size, Parking.nanos(timeout));
        if (high == Sequencer.FULL) {
            return false;
        }
        fill(high, size, translator);
        return true;
    }

    @Override
    public final long remainingCapacity() {
        return shared().remainingCapacity();
    }

    @Override
    public final CompletableFuture<Long> publishAsync(Translator<? super E> translator, Executor executor) {
        Objects.requireNonNull(translator, "translator");
        Objects.requireNonNull(executor, "executor");
        var result = new CompletableFuture<Long>();
        publishOrWait(translator, executor, result);
        return result;
    }

    private void publishOrWait(Translator<? super E> translator, Executor executor, CompletableFuture<Long> result) {
        try {
            while (!result.isDone()) {
                long sequence = tryClaiming(1);
                if (sequence != Sequencer.FULL) {
                    fill(sequence, translator);
                    result.complete(sequence);
                    return;
                }
                if (enterRoom(1, () -> executeLater(translator, executor, result))) {
                    shared().wakeAllIfEnded();
                    return;
                }
            }
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }

    private void executeLater(Translator<? super E> translator, Executor executor, CompletableFuture<Long> result) {
        try {
            executor.execute(new Abandonable() {
                @Override
                public void run() {
                    publishOrWait(translator, executor, result);
                }

                @Override
                public void abandon() {
                    result.completeExceptionally(new RejectedExecutionException(
                            "the scheduler of " + executor + " was closed before it could publish"));
                }
            });
        } catch (Throwable e) {
            result.completeExceptionally(e);
        }
    }

    private void fill(long sequence, Translator<? super E> translator) {
        boolean filled = false;
        begin(sequence, 1);
        try {
            translator.translate(event(sequence), sequence);
            filled = true;
        } finally {
            finish();
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
            finish();
            end(low, high, filled);
        }
    }
}
