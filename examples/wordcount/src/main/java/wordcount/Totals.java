package wordcount;

import dev.ropewalk.actor.Actor;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Adds up the counts that come, and tells the sum at the end. */
final class Totals implements Actor<Totals.Message> {
    sealed interface Message {}

    record Counted(Map<String, Long> words) implements Message {}

    record Completed() implements Message {}

    record Failed(Throwable cause) implements Message {}

    private final Map<String, Long> totals = new HashMap<>();
    private final CompletableFuture<Map<String, Long>> result;

    Totals(CompletableFuture<Map<String, Long>> result) {
        this.result = result;
    }

    @Override
    public void receive(Message message) {
        switch (message) {
            case Counted(Map<String, Long> words) ->
                words.forEach((word, count) -> totals.merge(word, count, Long::sum));
            case Completed() -> result.complete(Map.copyOf(totals));
            case Failed(Throwable cause) -> result.completeExceptionally(cause);
        }
    }
}
