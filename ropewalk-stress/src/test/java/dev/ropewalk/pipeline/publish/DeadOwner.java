package dev.ropewalk.pipeline.publish;

import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Poller;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.pipeline.Word;

/** A producer whose owner has ended between claim and publication. */
final class DeadOwner {
    private final Pipeline<Word> pipeline =
            Pipeline.builder(Word::new).capacity(2).build();
    private final Poller<Word> poller = pipeline.poller("poller");
    private final Producer<Word> producer = pipeline.producer();
    private volatile boolean published;

    DeadOwner() {
        Thread owner = Thread.ofVirtual().start(() -> {
            var ignored = producer.tryClaim(1);
        });
        try {
            owner.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Gives the claim up, if it is open, as the search of the registry does. */
    void find() {
        if (producer instanceof OwnedProducer<Word> owned) {
            boolean ignored = owned.claim.abortIfDead();
        }
    }

    void takeOver() {
        try {
            published = producer.tryPublish((word, sequence) -> word.value = sequence);
        } catch (IllegalStateException e) {
            published = false;
        }
    }

    /** Returns 1 if all that comes before the next event was given up, and nothing else was. */
    int timesGivenUp() {
        return (int) pipeline.stats().claimed() - 1;
    }

    /** Returns how many events there are, if they are the right ones. */
    int published() {
        try {
            int polled = poller.poll(2, (word, sequence, endOfBatch) -> published &= word.value == 1 && sequence == 1);
            return published ? polled : 0;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
