package dev.ropewalk.cluster.reliable;

import dev.ropewalk.cluster.ReliableOptions;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a sender that weren't handled yet, in their order, and which of them is to be sent next. Its sender guards it.
 *
 * <p>It goes round: the sender begins again with the oldest one whenever one of the current round was lost or is missed. News of an earlier round
 * say nothing of what was sent since, so they are ignored.
 *
 * @param <M> the type of the messages
 */
final class Window<M> {
    private static final int MIN_CAPACITY = 16;

    private final ReliableOptions options;
    private final long promptEach;

    /** The message of a number is in the place of its lower bits. */
    private @Nullable Pending<M>[] ring;

    private long oldest;
    private long next;

    /** What is to be sent next. */
    private long cursor;

    /** What was never sent. */
    private long fresh;

    /** What no earlier opening of the sender can have sent. */
    private final long first;

    /** How many may be on their way. */
    private long allowed;

    private int round;
    private long token;
    private long bytes;

    Window(ReliableOptions options) {
        this(options, Start.NEW);
    }

    Window(ReliableOptions options, Start start) {
        this.options = options;
        this.oldest = start.first();
        this.next = oldest;
        this.cursor = oldest;
        this.fresh = oldest;
        this.first = start.fresh();
        this.promptEach = Math.max(1, options.windowMessages() / 4);
        this.allowed = options.windowMessages();
        this.ring = newRing(MIN_CAPACITY);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    private static <M> @Nullable Pending<M>[] newRing(int capacity) {
        return (@Nullable Pending<M>[]) new Pending[capacity];
    }

    // Looking

    boolean isEmpty() {
        return oldest == next;
    }

    /** Returns the number of the oldest message that waits, or of the next one. */
    long oldest() {
        return oldest;
    }

    /** Returns how many bytes may be in it. */
    int maxBytes() {
        return options.windowBytes();
    }

    /** Returns whether no more messages may be added. */
    boolean isFull() {
        return next - oldest >= options.windowMessages() || bytes >= options.windowBytes();
    }

    /** Returns whether so much is free that it is worth to go on. */
    boolean hasMuchRoom() {
        return next - oldest <= options.windowMessages() - promptEach && 4 * bytes <= 3L * options.windowBytes();
    }

    /** Returns whether at least a half is free. */
    boolean isHalfEmpty() {
        return 2 * (next - oldest) <= options.windowMessages() && 2 * bytes <= options.windowBytes();
    }

    // What is sent

    void add(Pending<M> message) {
        if (next - oldest == ring.length) {
            grow();
        }
        message.number = next;
        ring[index(next)] = message;
        next++;
        message.counted = Math.max(message.counted, message.size());
        bytes += message.counted;
    }

    private void grow() {
        @Nullable Pending<M>[] larger = newRing(2 * ring.length);
        for (long number = oldest; number < next; number++) {
            larger[(int) number & (larger.length - 1)] = ring[index(number)];
        }
        ring = larger;
    }

    private int index(long number) {
        return (int) number & (ring.length - 1);
    }

    private Pending<M> at(long number) {
        return Objects.requireNonNull(ring[index(number)]);
    }

    /** Returns the message that is to be sent next; null if there is none. */
    @Nullable
    Pending<M> peek() {
        return cursor < Math.min(next, oldest + allowed) ? at(cursor) : null;
    }

    /** Returns the stamp of the message that is to be sent next, which is sent with it. */
    Stamp send() {
        Pending<M> message = at(cursor);
        byte flags = flags(message, cursor == fresh && cursor >= first);
        var stamp = new Stamp(cursor, oldest, 0, round, token, flags);
        cursor++;
        fresh = Math.max(fresh, cursor);
        return stamp;
    }

    private byte flags(Pending<M> message, boolean isFirst) {
        int flags = 0;
        if (isFirst) {
            flags |= Stamp.FIRST;
        }
        if (message.asked != null) {
            flags |= Stamp.ANSWER | Stamp.PROMPT;
        }
        boolean isLast = message.number == oldest + allowed - 1 || (message.number == next - 1 && isFull());
        if (isLast || message.number % promptEach == 0) {
            flags |= Stamp.PROMPT;
        }
        if (message.isEmpty()) {
            flags |= Stamp.EMPTY;
        }
        return (byte) flags;
    }

    /** Returns the oldest message, to be sent beside the others, to ask whether they have come; null if none was sent that could. */
    @Nullable
    Pending<M> probe() {
        return oldest < cursor ? at(oldest) : null;
    }

    /** Returns the stamp of that. */
    Stamp sendProbe() {
        byte flags = (byte) (flags(at(oldest), false) | Stamp.PROMPT);
        return new Stamp(oldest, oldest, (int) (cursor - 1 - oldest), round, token, flags);
    }

    // What is heard

    /** All messages before a number were handled; hands them out, and returns how many those are. Nothing has changed if that throws. */
    int handled(long before, Consumer<? super Pending<M>> each) {
        long end = Math.max(oldest, Math.min(before, fresh));
        forEachBefore(end, each);
        int count = (int) (end - oldest);
        for (; oldest < end; oldest++) {
            bytes -= at(oldest).counted;
            ring[index(oldest)] = null;
        }
        cursor = Math.max(cursor, oldest);
        allowed = Math.min(options.windowMessages(), allowed + count);
        return count;
    }

    private void forEachBefore(long end, Consumer<? super Pending<M>> each) {
        for (long number = oldest; number < end; number++) {
            each.accept(at(number));
        }
    }

    /** Returns a message that waits; null if it doesn't. */
    @Nullable
    Pending<M> find(long number) {
        return number >= oldest && number < next ? at(number) : null;
    }

    /** Begins again with the oldest message, if the news is of the current round; returns whether it does. */
    boolean again(int of, long newToken) {
        if (of != round) {
            return false;
        }
        round++;
        if (newToken != 0) {
            token = newToken;
        }
        rewind();
        return true;
    }

    /** What is sent again doesn't come through: one message may be on its way, and one more for each that was handled. */
    void slowDown() {
        allowed = 1;
    }

    private void rewind() {
        cursor = oldest;
    }

    /** Hands out all messages. */
    void forEach(Consumer<? super Pending<M>> each) {
        forEachBefore(next, each);
    }

    /** Takes all messages out. */
    void clear() {
        Arrays.fill(ring, null);
        oldest = next;
        cursor = next;
        fresh = next;
        bytes = 0;
    }
}
