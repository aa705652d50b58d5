package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.Node;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that a shard has an owner, though nobody sends to it: asks the engine where it is, which makes an owner if there is none, until that is a member. Then it looks again a few times, since the answer may be that of an owner
 * that was about to give the shard up. It does nothing more until something has changed.
 */
final class Upkeep {
    private static final Duration RETRY = Duration.ofMillis(500);

    /** After which times it looks again. */
    private static final List<Duration> LOOKS =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofSeconds(15));

    private final OutletHost host;
    private final Supplier<CompletionStage<Node>> locate;
    private final Predicate<Node> isMember;
    private final BooleanSupplier mustEnd;

    /** How often something has changed; guarded by this. What was begun for an earlier change ends. */
    private long changes;

    /**
     * @param mustEnd whether nothing is asked any more: an engine that leaves may have to answer first
     */
    Upkeep(OutletHost host, Supplier<CompletionStage<Node>> locate, Predicate<Node> isMember, BooleanSupplier mustEnd) {
        this.host = host;
        this.locate = locate;
        this.isMember = isMember;
        this.mustEnd = mustEnd;
    }

    /** Something has changed: the shard may have no owner. */
    void begin() {
        look(change(), 0);
    }

    private synchronized long change() {
        return ++changes;
    }

    private synchronized boolean isLast(long change) {
        return change == changes;
    }

    private void look(long change, int looks) {
        if (mustEnd.getAsBoolean() || !isLast(change)) {
            return;
        }
        CompletionStage<Node> answer;
        try {
            answer = locate.get();
        } catch (Throwable notNow) {
            found(change, looks, null);
            return;
        }
        var ignored = answer.whenComplete((owner, failure) -> found(change, looks, owner));
    }

    private void found(long change, int looks, @Nullable Node owner) {
        if (owner == null || !isMember.test(owner)) {
            host.later(() -> look(change, 0), RETRY);
        } else if (looks < LOOKS.size()) {
            host.later(() -> look(change, looks + 1), LOOKS.get(looks));
        }
    }
}
