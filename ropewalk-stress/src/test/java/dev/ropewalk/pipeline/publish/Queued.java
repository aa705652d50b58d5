package dev.ropewalk.pipeline.publish;

import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Poller;
import dev.ropewalk.pipeline.Word;
import java.util.concurrent.Executor;

/** A ring of one place, full, and a publication that waits for it with an executor. */
final class Queued {
    private final Pipeline<Word> pipeline =
            Pipeline.builder(Word::new).capacity(1).build();
    private final Poller<Word> poller = pipeline.poller("poller");
    private final Executor executor;
    private long polled;

    Queued(Executor executor) {
        this.executor = executor;
        publish(1);
        publish(2);
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
