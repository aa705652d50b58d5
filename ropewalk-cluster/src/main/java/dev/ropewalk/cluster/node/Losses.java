package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import java.lang.System.Logger.Level;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Counts the messages that this node has found to be lost, and tells the user's handler of each. Any thread may call it. */
final class Losses {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", Losses.class);

    private final Map<MessageLoss.Reason, LongAdder> counts = new EnumMap<>(MessageLoss.Reason.class);
    private final Consumer<? super MessageLoss> handler;
    private final Executor aside;
    private final LimitedLog log = new LimitedLog(LOG, "the handler of lost messages");

    /**
     * Makes none.
     *
     * @param aside runs what may be code of users
     */
    Losses(Consumer<? super MessageLoss> handler, Executor aside) {
        this.handler = handler;
        this.aside = aside;
        for (MessageLoss.Reason reason : MessageLoss.Reason.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    /** Counts a loss, and tells of it; what the handler throws is logged. */
    void add(MessageLoss loss) {
        count(loss.reason(), 1);
        tell(loss);
    }

    /**
     * Counts losses, and tells of them later: for whoever has a lock. Throws nothing once they are counted, or they would be counted again.
     *
     * @param losses makes them, which may be code of users
     */
    void addAside(MessageLoss.Reason reason, int count, Supplier<List<MessageLoss>> losses) {
        count(reason, count);
        try {
            aside.execute(() -> losses.get().forEach(this::tell));
        } catch (Throwable noRoom) {
            log.log(Level.WARNING, () -> count + " losses (" + reason + ") aren't told: " + noRoom, noRoom);
        }
    }

    private void count(MessageLoss.Reason reason, int count) {
        Objects.requireNonNull(counts.get(reason)).add(count);
    }

    private void tell(MessageLoss loss) {
        try {
            handler.accept(loss);
        } catch (Throwable thrown) {
            log.log(Level.WARNING, () -> "the handler of lost messages has thrown " + thrown + " for " + loss, thrown);
        }
    }

    /** Counts the loss of a message of this node, and tells of it, whoever waits for its answer too; or has its sender send it again. */
    void add(Outgoing message, MessageLoss.Reason reason, Optional<Node> peer) {
        if (message instanceof ReliableOutgoing reliable) {
            reliable.lost(reason);
            return;
        }
        try {
            add(message.lost(peer, reason));
        } finally {
            fail(message, reason);
        }
    }

    private void fail(Outgoing message, MessageLoss.Reason reason) {
        CompletableFuture<?> answer = message.answer;
        if (answer != null) {
            aside.execute(() -> answer.completeExceptionally(
                    new ActorStoppedException("the question to " + message.recipient + " was lost: " + reason)));
        }
    }

    /** Returns how many were lost, by why; those of which there was none are left out. */
    Map<MessageLoss.Reason, Long> counts() {
        Map<MessageLoss.Reason, Long> all = new EnumMap<>(MessageLoss.Reason.class);
        counts.forEach((reason, count) -> {
            if (count.sum() > 0) {
                all.put(reason, count.sum());
            }
        });
        return all;
    }
}
