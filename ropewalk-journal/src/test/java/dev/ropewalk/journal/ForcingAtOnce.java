package dev.ropewalk.journal;

import dev.ropewalk.journal.durability.Forcing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Takes everything for durable, and notes how far it was told to go. */
final class ForcingAtOnce implements Forcing {
    final List<Long> ends = new ArrayList<>();

    @Override
    public void appended(long end) {
        ends.add(end);
    }

    @Override
    public CompletableFuture<Long> whenDurable(long end, long index) {
        return CompletableFuture.completedFuture(index);
    }
}
