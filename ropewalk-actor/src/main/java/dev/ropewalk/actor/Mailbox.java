package dev.ropewalk.actor;

import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What kind of mailbox an actor has. Immutable.
 *
 * <p>All kinds are linked lists that hold no more memory than the messages in them. Within one priority messages are handled
 * in the order in which they came. Messages of timers aren't subject to bound and order.
 *
 * @param <M> the type of the messages that it can order or choose among; {@code Object} if it looks at none
 */
public final class Mailbox<M> {
    private static final Mailbox<Object> UNBOUNDED = new Mailbox<>(Integer.MAX_VALUE, null, null, null);

    private final int capacity;
    private final @Nullable OverflowPolicy policy;
    private final @Nullable Comparator<? super M> order;
    private final @Nullable Predicate<? super M> urgent;

    private Mailbox(
            int capacity,
            @Nullable OverflowPolicy policy,
            @Nullable Comparator<? super M> order,
            @Nullable Predicate<? super M> urgent) {
        this.capacity = capacity;
        this.policy = policy;
        this.order = order;
        this.urgent = urgent;
    }

    /** Returns the default: a FIFO mailbox that takes as much as fits in memory. */
    public static Mailbox<Object> unbounded() {
        return UNBOUNDED;
    }

    /**
     * Returns a FIFO mailbox with a bound.
     *
     * @param capacity how many messages may wait, at least 1; the one being handled doesn't count
     */
    public static Mailbox<Object> bounded(int capacity, OverflowPolicy policy) {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1, but is " + capacity);
        }
        return new Mailbox<>(capacity, Objects.requireNonNull(policy, "policy"), null, null);
    }

    /**
     * Returns an unbounded mailbox whose smallest message is handled first. The comparator is called by the senders, by several
     * at a time; what it throws, sending throws, and the message isn't sent.
     */
    public static <M> Mailbox<M> priority(Comparator<? super M> order) {
        return new Mailbox<>(Integer.MAX_VALUE, null, Objects.requireNonNull(order, "order"), null);
    }

    /**
     * Returns this mailbox with a second lane: messages that match overtake all others, are never refused for want of room, and
     * don't count as filling it. The predicate is called by the senders, by several at a time; what it throws, sending throws,
     * and the message isn't sent.
     */
    public <T extends M> Mailbox<T> urgent(Predicate<? super T> urgent) {
        return new Mailbox<>(capacity, policy, order, Objects.requireNonNull(urgent, "urgent"));
    }

    /** Returns how many messages may wait; {@code Integer.MAX_VALUE} if there is no bound. */
    public int capacity() {
        return capacity;
    }

    /** Returns what happens when the mailbox is full; empty if there is no bound. */
    public Optional<OverflowPolicy> overflowPolicy() {
        return Optional.ofNullable(policy);
    }

    /** Returns the order of {@link #priority}; empty for a FIFO mailbox. */
    public Optional<Comparator<? super M>> order() {
        return Optional.ofNullable(order);
    }

    /** Returns which messages are {@linkplain #urgent urgent}; empty if there is no second lane. */
    public Optional<Predicate<? super M>> urgent() {
        return Optional.ofNullable(urgent);
    }

    @Override
    public String toString() {
        String kind =
                order != null ? "priority" : policy == null ? "unbounded" : "bounded to " + capacity + ", " + policy;
        return "Mailbox[" + kind + (urgent == null ? "]" : ", with an urgent lane]");
    }
}
