package dev.ropewalk.cluster.outbox;

import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.ReliableStats;
import dev.ropewalk.cluster.reliable.ReliableSender;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The messages of an outbox to one entity. All are in the log; the first of them are in the window of a sender as well, as many as that takes.
 *
 * <pre>
 *  handled ≤ loaded ≤ next      numbers of messages: before the first all were handled, before the second they are in the window
 * </pre>
 *
 * While all are in the window, a message that is told goes there. If it finds no room, the lane is <em>behind</em>, and what follows goes into the log alone, until the {@link Sweep} has read it from there. The outbox guards it.
 */
final class Lane<K, M> {
    final long id;

    /** What stands before each message in the log. */
    final byte[] head;

    /** Who waits for messages. */
    final Waiters waiters = new Waiters();

    /** The first record that this needs, or one before it, and its place among the {@link Pins}, which set both; -1 if none. */
    long pin = -1;

    int place;

    /** How many refs of users there are. */
    int refs;

    private final long first;
    private long handled;
    private long loaded;
    private long next;

    /** The index of the first message that isn't loaded, or of one before it; counts while this is behind. */
    private long from;

    /** Whether {@link #from} is that message's very index. */
    private boolean isFound;

    /** The indices of what is in the window. */
    private final ArrayDeque<Long> indices = new ArrayDeque<>(0);

    private @Nullable EntityRef<K, M> entity;
    private @Nullable ReliableSender<K, M> sender;
    private @Nullable LaneWay<M> way;

    /** Whether the next message can neither be read nor put aside, which is tried again later. */
    private boolean isStuck;

    private boolean isForgotten;

    /** Whether its sender has ended. */
    private boolean hasEnded;

    /**
     * Makes one.
     *
     * @param first the number of the first message that wasn't handled
     * @param next the number of the next message that is told
     * @param from where the first is in the log, or before it
     */
    Lane(long id, byte[] head, long first, long next, long from) {
        this.id = id;
        this.head = head;
        this.first = first;
        this.handled = first;
        this.loaded = first;
        this.next = next;
        this.from = from;
    }

    /** A sender is about to be made, which may end before {@link #open}. */
    void begin() {
        hasEnded = false;
    }

    void open(EntityRef<K, M> to, ReliableSender<K, M> newSender, LaneWay<M> newWay) {
        this.entity = to;
        this.sender = newSender;
        this.way = newWay;
    }

    /** Returns whether its entity isn't known here, so that it can't send. */
    boolean isAsleep() {
        return sender == null;
    }

    EntityRef<K, M> entity() {
        return Objects.requireNonNull(entity);
    }

    ReliableSender<K, M> sender() {
        return Objects.requireNonNull(sender);
    }

    /** Nothing waits and nobody needs it; another one takes its place. */
    void forget() {
        isForgotten = true;
    }

    /** Its sender has ended; returns who waits, which is in vain. */
    List<CompletableFuture<Void>> end() {
        hasEnded = true;
        return waiters.end();
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /** Checks that it takes messages. */
    void requireOpen() {
        if (isForgotten) {
            throw new IllegalStateException("the sender to " + entity().path() + " is closed");
        }
        sender().requireOpen();
    }

    // What is told

    /** A message was appended. It counts as one that found no room until it is in the window, so that it is read again if memory runs out in here. */
    void add(M message, byte[] record, long index, @Nullable CompletableFuture<Void> answer) {
        boolean wasBehind = isBehind();
        long number = next++;
        if (!wasBehind) {
            from = index;
            isFound = true;
            if (offer(message, record, index, answer)) {
                return;
            }
        }
        if (answer != null) {
            waiters.keep(number, answer);
        }
    }

    /** Puts the first message that isn't loaded into the window; returns whether there was room. */
    private boolean offer(@Nullable M message, byte[] record, long index, @Nullable CompletableFuture<Void> answer) {
        byte[] bytes = message == null ? null : Objects.requireNonNull(way).wrap(record, head.length);
        indices.addLast(index);
        boolean isTaken = false;
        try {
            isTaken = sender().offer(message, bytes, record.length - head.length, answer);
        } finally {
            if (isTaken) {
                loaded++;
                from = index + 1;
                isFound = false;
            } else {
                long ignored = indices.removeLast();
            }
        }
        return isTaken;
    }

    // What is read

    /** Returns whether messages are in the log alone. */
    boolean isBehind() {
        return loaded < next;
    }

    /** Returns whether it is worth to read on for this. */
    boolean isHungry() {
        return isBehind() && !isStuck && sender != null && sender.hasMuchRoom();
    }

    /** Returns whether there is room for what is read. */
    boolean hasRoom() {
        return !isStuck && sender().hasRoom();
    }

    /** Loads nothing for a while, or loads again. */
    void stick(boolean value) {
        isStuck = value;
    }

    long from() {
        return from;
    }

    /** Returns whether a record is the next one that is to be loaded. */
    boolean awaits(long number) {
        return sender != null && isBehind() && number == loaded;
    }

    /** What it awaits is there. */
    void found(long index) {
        from = index;
        isFound = true;
    }

    /** All records from one index up to another were read for this: what it awaits isn't there, unless it was found. */
    void passed(long begin, long end) {
        if (isBehind() && !isFound && begin <= from && from < end) {
            from = end;
        }
    }

    /**
     * The message that this awaits was read. Goes into the window if there is room.
     *
     * @param message null if it can't be read, so that only its number is sent
     */
    void load(@Nullable M message, byte[] record, long index) {
        long number = loaded;
        if (offer(message, record, index, waiters.answer(number))) {
            waiters.forget(number);
        }
    }

    // What is handled

    /** All messages before a number were handled; returns how many those are, 0 if that is known. */
    long handled(long before) {
        long count = Math.max(0, Math.min(before, loaded) - handled);
        for (long i = 0; i < count; i++) {
            long ignored = indices.removeFirst();
        }
        handled += count;
        return count;
    }

    long handled() {
        return handled;
    }

    long next() {
        return next;
    }

    long waiting() {
        return next - handled;
    }

    /** Returns the index of the first record that is needed, or of one before it; -1 if none is. */
    long firstIndex() {
        Long loadedFirst = indices.peekFirst();
        if (loadedFirst != null) {
            return loadedFirst;
        }
        return isBehind() ? from : -1;
    }

    CompletableFuture<Void> whenDelivered() {
        return waiting() == 0 ? CompletableFuture.completedFuture(null) : waiters.add(next);
    }

    ReliableStats stats() {
        return new ReliableStats(handled - first, waiting(), sender().stats().redelivered(), next - loaded);
    }
}
