package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Poller;
import dev.ropewalk.pipeline.Word;

/** A single producer that is used by two threads, one after the other. */
final class HandedOver {
    private final Pipeline<Word> pipeline =
            Pipeline.builder(Word::new).capacity(4).singleProducer(true).build();
    private final Poller<Word> poller = pipeline.poller("poller");

    void publishAndRelease() {
        if (publish()) {
            pipeline.producer().release();
        }
    }

    boolean publish() {
        try {
            return pipeline.tryPublish((word, sequence) -> word.value = sequence + 1);
        } catch (IllegalStateException e) {
            return false;
        }
    }

    /** Returns how many events there are, if they are the right ones. */
    int events() {
        try {
            return poller.poll(4, (word, sequence, endOfBatch) -> {
                if (word.value != sequence + 1) {
                    throw new IllegalStateException("event " + sequence + " is of " + word.value);
                }
            });
        } catch (Exception e) {
            return -1;
        }
    }
}
