package dev.ropewalk.cluster.pekko.shard;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Lets shards move only while all regions answer. Pekko asks all of them before a shard moves, then the one that has it to let it go. If that one has died and wasn't found out yet, Pekko hears of its end while it still asks, and then
 * waits for it to let the shard go: until its time for a hand-off is up, the shard has no owner.
 *
 * <p>An address doesn't say which region is meant: the one of a node that was started again has the address of the one before. So each is asked by its ref, and a dead one's isn't answered by the next. For one thread.
 *
 * @param <R> the regions
 */
final class RollCall<R> {
    private final Function<R, ? extends CompletionStage<Boolean>> question;
    private CompletableFuture<Set<String>> last = CompletableFuture.completedFuture(Set.of());

    /**
     * Asks nobody yet.
     *
     * @param question asks a region whether it lives, and completes with false if it doesn't answer in time
     */
    RollCall(Function<R, ? extends CompletionStage<Boolean>> question) {
        this.question = question;
    }

    /** Returns whether it isn't known yet whether all regions answer. */
    boolean isGoingOn() {
        return !last.isDone();
    }

    /** Returns whether the last call has let shards move. */
    boolean hasAllowed() {
        return last.isDone() && !last.join().isEmpty();
    }

    /** Returns the shards that are to move: none if a region doesn't answer, or an earlier call goes on. Nobody is asked if there are none. */
    CompletionStage<Set<String>> allow(Set<String> moving, Collection<R> regions) {
        if (moving.isEmpty() || !last.isDone()) {
            return CompletableFuture.completedFuture(Set.of());
        }
        CompletionStage<Boolean> all = CompletableFuture.completedFuture(true);
        for (R region : regions) {
            all = all.thenCombine(question.apply(region), Boolean::logicalAnd);
        }
        last = all.thenApply(live -> live ? moving : Set.<String>of()).toCompletableFuture();
        return last;
    }
}
