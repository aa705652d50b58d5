package dev.ropewalk.cluster.reliable;

import dev.ropewalk.actor.mailbox.Asked;
import dev.ropewalk.actor.mailbox.Tracked;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A message that its sender keeps. On its way to the sender's actor it is handled when that has put it into its window.
 *
 * @param <M> the type of the message
 */
public final class Pending<M> extends Tracked {
    private static final byte[] NONE = new byte[0];

    /** Whom to tell what has become of this; null if nobody wants to know. */
    final @Nullable CompletableFuture<Void> asked;

    private final ReliableSender<?, M> sender;

    /** The message with room for a stamp before it; null while that wasn't needed. Changed by the sender's actor alone. */
    private volatile byte @Nullable [] bytes;

    /** What the entity has thrown, or why this was given up; guarded by the sender. */
    @Nullable
    RuntimeException failure;

    /** Whether this was given up, so that only its number is sent. Changed by the sender's actor alone. */
    private volatile boolean isEmpty;

    /** Zero until this stands in the window; guarded by the sender. */
    long number;

    /** How many bytes the window counts for it; guarded by the sender. */
    int counted;

    /** How many bytes it keeps while it waits in line; guarded by the sender. */
    int inLine;

    /**
     * Makes one.
     *
     * @param carried the message, with the context of the caller perhaps
     */
    Pending(
            ReliableSender<?, M> sender,
            Object carried,
            byte @Nullable [] bytes,
            @Nullable CompletableFuture<Void> asked) {
        super(carried);
        this.sender = sender;
        this.bytes = bytes;
        this.asked = asked;
    }

    @Override
    public boolean take() {
        sender.take(this);
        return false;
    }

    @Override
    public void handled(@Nullable Throwable failure) {}

    @Override
    public void dropped(Throwable why) {
        sender.giveUp(this);
    }

    /** Returns the message. */
    @SuppressWarnings("unchecked") // was sent as M
    public M message() {
        return (M) Asked.original(this);
    }

    /** Returns whether the message was given up, so that only its number is sent. */
    public boolean isEmpty() {
        return isEmpty;
    }

    /** Returns what the way has kept: the message as it is sent to other nodes; null if nothing was kept. */
    public byte @Nullable [] bytes() {
        return bytes;
    }

    /** Keeps bytes for the next time. */
    public void keep(byte[] made) {
        bytes = made;
    }

    /** Returns how many bytes it has in a window. */
    int size() {
        byte[] made = bytes;
        return made == null ? 0 : made.length;
    }

    /** Gives up the message, and keeps its number. */
    void empty() {
        isEmpty = true;
        bytes = NONE;
    }

    /** Completes the future of whoever has sent this; runs code of users. */
    void complete() {
        if (asked == null) {
            return;
        }
        RuntimeException thrown = failure;
        boolean ignored = thrown == null ? asked.complete(null) : asked.completeExceptionally(thrown);
    }
}
