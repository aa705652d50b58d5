package dev.ropewalk.pipeline.publish;

import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Poller;
import dev.ropewalk.pipeline.Word;

/** A single producer that is used by two threads, one after the other. */
final class HandedOver {
    private final Pipeline<Word> pipeline =
            Pipeline.builder(Word::new).capacity(4).singleProducer(true).build();
    private final Poller<Word> poller = pipeline.poller("poller");

    /** Returns 1 if it has published, 0 if it was refused, and -1 if it was refused to give back what it has used. */
    int publishAndRelease() {
        boolean published = publish();
        try {
            if (published) {
                pipeline.producer().release();
            }
        } catch (IllegalStateException e) {
            return -1;
        }
        return published ? 1 : 0;
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
