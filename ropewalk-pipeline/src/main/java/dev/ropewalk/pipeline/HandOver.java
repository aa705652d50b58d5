package dev.ropewalk.pipeline;

import java.util.function.LongPredicate;

/**
 * How the state of keys goes from one handler of a {@linkplain Stage#sharded sharded} stage to another when the stage is
 * {@linkplain Pipeline#rebalance rebalanced}. For handlers that keep a map by key, say:
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="moveTo" :
 * void moveTo(Books other, LongPredicate keys) {
 *     balances.entrySet().removeIf(entry -> {
 *         boolean moves = keys.test(entry.getKey());
 *         if (moves) {
 *             other.balances.put(entry.getKey(), entry.getValue());
 *         }
 *         return moves;
 *     });
 * }
 * }
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="shards" :
 * Stage<Order> stage = Stage.sharded("books", 4, Order::customer, shard -> new Books(), Books::moveTo);
 * }
 *
 * @param <H> the type of the handlers
 */
@FunctionalInterface
public interface HandOver<H> {
    /**
     * Moves the state of some keys. Called once for each two handlers between which keys move, one call after the other, while no
     * handler of the stage does anything else: all events before the change are handled, and none behind it. What the
     * handlers did happens-before the call, and the call happens-before what they do next.
     *
     * @param from the handler that the keys were with
     * @param to the handler that they go to
     * @param keys whether a key is one of them
     * @throws Exception then it isn't known where the state is, and the pipeline ends with that as its failure
     */
    void move(H from, H to, LongPredicate keys) throws Exception;

    /** Returns what handlers need that keep nothing by key. */
    static <H> HandOver<H> nothing() {
        return (from, to, keys) -> {};
    }
}
