package dev.ropewalk.pipeline;

/** A stage, which is a poller, is added beside another, which goes on with each event that is published. */
final class Joined {
    private final Pipeline<Word> pipeline;
    private final Poller<Word> first;
    private volatile Poller<Word> added;
    private long next = -1;
    private boolean overtaken;

    Joined(int capacity) {
        pipeline = Pipeline.builder(Word::new).capacity(capacity).build();
        first = pipeline.poller("first");
        added = first;
    }

    void publishAndPoll() {
        if (pipeline.tryPublish((word, sequence) -> word.value = sequence)) {
            poll(first, (word, sequence, endOfBatch) -> {});
        }
    }

    void join() {
        added = pipeline.poller("added");
    }

    /** Returns whether the added stage has missed an event, or got one that isn't its own; called at the end. */
    boolean isOvertaken() {
        int polled;
        do {
            polled = poll(added, (word, sequence, endOfBatch) -> {
                overtaken |= word.value != sequence || (next >= 0 && next != sequence);
                next = sequence + 1;
            });
        } while (polled > 0);
        publishAndPoll();
        long last = pipeline.stats().claimed() - 1;
        int more = poll(added, (word, sequence, endOfBatch) -> overtaken |= word.value != sequence || sequence != last);
        return overtaken || more != 1;
    }

    private static int poll(Poller<Word> poller, EventHandler<Word> handler) {
        try {
            return poller.poll(1, handler);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
