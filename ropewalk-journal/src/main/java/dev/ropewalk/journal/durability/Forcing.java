package dev.ropewalk.journal.durability;

import dev.ropewalk.journal.Durability;
import java.util.concurrent.CompletableFuture;

/** What makes appended records durable. Positions are logical: number of the segment times its bytes, plus offset. Thread-safe. */
public interface Forcing {
    /**
     * Tells that a record was appended that ends at this position; returns when the journal's {@link Durability} lets the
     * append return. Isn't called at all with {@link Durability#none()}.
     */
    void appended(long end);

    /** Returns a future that completes with the index when everything before this position is durable. */
    CompletableFuture<Long> whenDurable(long end, long index);
}
