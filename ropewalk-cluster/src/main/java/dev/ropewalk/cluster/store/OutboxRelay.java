package dev.ropewalk.cluster.store;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.scheduler.Strand;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the messages of an entity's outbox, one after the other, each until it was delivered and the store has forgotten it. What isn't a constant belongs to a strand of its own, so that the
 * entity goes on meanwhile. No more than the entity lets wait is here.
 */
final class OutboxRelay<K, O> {
    private static final LimitedLog LOG =
            new LimitedLog(new SafeLog("dev.ropewalk.cluster", OutboxRelay.class), "outboxes of entities");

    private final StoredEntity<K, ?, ?, O> type;
    private final K from;
    private final String path;
    private final Delays delays;
    private final Strand strand;
    private final Consumer<Boolean> sends;
    private final Queue<Item<O>> waiting = new ArrayDeque<>();

    /** Whether the first one is being sent. Nobody but the strand sets it, or who fails to go on with that. */
    private volatile boolean isSending;

    /** Whether the entity has ended; any thread may see that. */
    private volatile boolean over;

    private record Item<O>(OutboxMessage<O> message, CompletableFuture<@Nullable Void> delivered) {}

    /**
     * @param sends is told whether something waits here
     */
    OutboxRelay(StoredEntity<K, ?, ?, O> type, EntityContext<K, ?> from, Delays delays, Consumer<Boolean> sends) {
        this.sends = sends;
        this.type = type;
        this.from = from.key();
        this.path = from.self().path();
        this.delays = delays;
        this.strand = delays.strand();
    }

    /** Sends a message when those before were delivered; the future completes when it was delivered itself. Called by the entity. */
    CompletableFuture<@Nullable Void> send(OutboxMessage<O> message) {
        var item = new Item<>(message, new CompletableFuture<@Nullable Void>());
        strand.execute(() -> {
            waiting.add(item);
            tellSending();
            if (!isSending) {
                sendNext();
            }
        });
        return item.delivered();
    }

    /** Sends no more. What wasn't delivered is in the store. */
    void end() {
        over = true;
        sends.accept(false);
    }

    /** Tells whether something waits; that nothing does is the last that is told in any case. */
    private void tellSending() {
        sends.accept(!waiting.isEmpty());
        if (over) {
            sends.accept(false);
        }
    }

    private void sendNext() {
        Item<O> item = over ? null : waiting.peek();
        isSending = item != null;
        if (item != null) {
            OutboxMessage<O> message = item.message();
            untilItSucceeds("delivered", Delays.FIRST, () -> type.logic().deliver(from, message), () -> forget(item));
        }
    }

    private void forget(Item<O> item) {
        untilItSucceeds("forgotten", Delays.FIRST, () -> type.store().delivered(from, item.message()), () -> {
            waiting.remove();
            tellSending();
            item.delivered().complete(null);
            sendNext();
        });
    }

    /**
     * @param what is to become of a message
     */
    private void untilItSucceeds(
            String what, Duration pause, Supplier<? extends CompletionStage<?>> attempt, Runnable then) {
        if (over) {
            return;
        }
        orStop(() -> {
            var ignored = delays.within(type.timeout(), "a message of " + path + " wasn't " + what, attempt)
                    .whenComplete((result, failure) ->
                            orStop(() -> strand.execute(() -> attempted(what, pause, attempt, then, failure))));
        });
    }

    private void attempted(
            String what,
            Duration pause,
            Supplier<? extends CompletionStage<?>> attempt,
            Runnable then,
            @Nullable Throwable failure) {
        if (failure == null) {
            orStop(then);
        } else if (!over) {
            LOG.log(
                    Level.WARNING,
                    () -> "a message of " + path + " wasn't " + what + ", which will be tried again: "
                            + Delays.causeOf(failure),
                    failure);
            orStop(() -> delays.run(() -> untilItSucceeds(what, Delays.next(pause), attempt, then), pause));
        }
    }

    /** Goes on; if it can't, for want of memory, the next message has the first one sent again. */
    private void orStop(Runnable step) {
        boolean goesOn = false;
        try {
            step.run();
            goesOn = true;
        } finally {
            if (!goesOn) {
                isSending = false;
            }
        }
    }
}
