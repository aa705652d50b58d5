package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The last thing that a node does as a member, when its shards have left it and no sender is let in any more: it waits until all that it holds for others is with them. It looks
 * whenever an outlet has nothing left, or an answer has come.
 *
 * <p>How it knows. When no outlet holds anything, and no question waits for its answer, it asks each node, by a record behind all messages, whether these are there. A message that
 * comes back has done so before the answer, and is on its way again by then. So when all have answered, no outlet holds anything, and no link has taken a message since they were asked, then
 * every message is with a node that won't send it back: a node sends a message back when it comes, or never.
 *
 * <p>Why it asks once more. The answer comes behind all messages that the other node has sent before, and has them acknowledged. The next answer says that this was heard: nobody counts as lost what has
 * come here.
 */
final class Drain {
    private static final int CALM_ROUNDS = 2;

    /** What a node holds for others. */
    interface Held {
        /** Returns whether an outlet holds something, or a question waits for its answer. */
        boolean isBusy();

        /** Returns how many messages each link has taken. */
        Map<Node, Long> sent();

        /** Completes when all nodes have all messages that were sent to them, or have sent them back. */
        CompletableFuture<?> allReceived();
    }

    private final HandOverHost node;
    private final Held held;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private final AtomicBoolean looks = new AtomicBoolean();
    private volatile boolean begun;

    /** When it must be over, by the scheduler's clock; null if there is time enough. */
    private volatile @Nullable Long latest;

    /** How many messages each link had taken when the nodes were asked. Belongs to the node's strand, as what follows. */
    private Map<Node, Long> sent = Map.of();

    private CompletableFuture<?> answers = CompletableFuture.completedFuture(null);

    /** How many rounds of answers in a row have found all sent. */
    private int calmRounds = -1;

    Drain(HandOverHost node, Held held) {
        this.node = node;
        this.held = held;
    }

    /** Sets when it must be over: so long after now. No limit but that of the engine without. */
    void endWithin(long nanos) {
        latest = node.nanoTime() + nanos;
    }

    /**
     * Begins.
     *
     * @param close lets no sender in any more
     * @return completes when nothing is left to be sent, or the time is up
     */
    CompletableFuture<Void> begin(Runnable close) {
        begun = true; // before that: whoever is the last one in an outlet afterwards has it looked at
        close.run();
        Long end = latest;
        if (end != null) {
            limit(Duration.ofNanos(Math.max(0, end - node.nanoTime())));
        }
        look();
        return over;
    }

    private void limit(Duration left) {
        Timer timer = node.later(() -> over.complete(null), left);
        if (timer != null) {
            var ignored = over.whenComplete((nothing, failure) -> timer.cancel());
        }
    }

    /** Looks soon whether all is done. */
    void look() {
        if (!begun || over.isDone() || !looks.compareAndSet(false, true)) {
            return;
        }
        boolean isOrdered = false;
        try {
            isOrdered = node.soon(this::step);
        } finally {
            if (!isOrdered) {
                looks.set(false);
            }
        }
    }

    private void step() {
        looks.set(false);
        if (!answers.isDone() || held.isBusy()) {
            return;
        }
        Map<Node, Long> now = held.sent(); // after the outlets: what has left one is counted here
        calmRounds = calmRounds >= 0 && now.equals(sent) ? calmRounds + 1 : 0;
        sent = now;
        if (calmRounds == CALM_ROUNDS) {
            over.complete(null);
        } else {
            ask();
        }
    }

    private void ask() {
        answers = held.allReceived();
        var ignored = answers.whenComplete((nothing, failure) -> look());
    }
}
