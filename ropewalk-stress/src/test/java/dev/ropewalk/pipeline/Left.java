package dev.ropewalk.pipeline;

import java.util.concurrent.CompletableFuture;

/** A ring of one place, full, with a stage that is done, and one that isn't and is taken out. */
final class Left {
    private final Pipeline<Word> pipeline =
            Pipeline.builder(Word::new).capacity(1).build();
    private final Poller<Word> slow = pipeline.poller("slow");
    private volatile CompletableFuture<Long> answer = new CompletableFuture<>();

    Left() {
        Poller<Word> done = pipeline.poller("done");
        boolean ignored = pipeline.tryPublish((word, sequence) -> {});
        try {
            int _ = done.poll(1, (word, sequence, endOfBatch) -> {});
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    void waitForRoom() {
        answer = pipeline.publishAsync((word, sequence) -> {}, Runnable::run);
    }

    void remove() {
        slow.close();
    }

    boolean goesOn() {
        return answer.isDone();
    }
}
