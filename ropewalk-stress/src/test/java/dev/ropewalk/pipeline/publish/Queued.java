package dev.ropewalk.pipeline.publish;

import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Poller;
import dev.ropewalk.pipeline.Word;
import java.util.concurrent.Executor;

/** A full ring, and a publication that waits for it with an executor. Each value tells which one it is, from 1. */
final class Queued {
    private final Pipeline<Word> pipeline;
    private final Poller<Word> poller;
    private final Executor executor;
    private long polled;

    Queued(int capacity, Executor executor) {
        pipeline = Pipeline.builder(Word::new).capacity(capacity).build();
        poller = pipeline.poller("poller");
        this.executor = executor;
        for (int value = 1; value <= capacity + 1; value++) {
            publish(value);
        }
    }

    void publish(long value) {
        var _ = pipeline.publishAsync((word, sequence) -> word.value = value, executor);
    }

    /** Polls an event, if there is one; returns the digits of all polled. */
    long poll() {
        try {
            int _ = poller.poll(1, (word, sequence, endOfBatch) -> polled = 10 * polled + word.value);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        return polled;
    }
}
