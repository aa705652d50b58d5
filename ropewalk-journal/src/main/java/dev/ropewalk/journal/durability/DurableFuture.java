package dev.ropewalk.journal.durability;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The future of a record's durability. Since futures complete one after the other, a callback that waits for a later one waits for
 * ever: that is refused. What waits by other means, such as a latch or {@link CompletableFuture#allOf}, isn't found out.
 */
final class DurableFuture extends CompletableFuture<Long> {
    private final FutureTeller teller;
    private final long index;

    DurableFuture(FutureTeller teller, long index) {
        this.teller = teller;
        this.index = index;
    }

    @Override
    public Long get() throws InterruptedException, ExecutionException {
        refuseToCallbacks();
        return super.get();
    }

    @Override
    public Long join() {
        refuseToCallbacks();
        return super.join();
    }

    private void refuseToCallbacks() {
        if (!isDone() && teller.isCaller()) {
            throw new IllegalStateException(
                    "a callback of an earlier future of this journal waits for the future of record " + index
                            + ", which completes only when the callback has ended");
        }
    }
}
