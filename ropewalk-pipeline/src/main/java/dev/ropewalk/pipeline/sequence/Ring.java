package dev.ropewalk.pipeline.sequence;

import java.util.Objects;
import java.util.function.Supplier;

/** The events, made once and used again and again: event {@code s} is in the place {@code s mod capacity}. */
public final class Ring<E> {
    /** References of nothing before and behind, so that what lies beside the array shares no cache line with the events. */
    private static final int PADDING = 32;

    private final Object[] events;
    private final int mask;

    /** Makes the events, in the order of their places, so that neighbours lie beside each other in memory. */
    public Ring(int capacity, Supplier<? extends E> factory) {
        mask = capacity - 1;
        events = new Object[capacity + 2 * PADDING];
        for (int place = 0; place < capacity; place++) {
            int number = place;
            events[PADDING + place] = Objects.requireNonNull(
                    factory.get(), () -> "the factory of the events returned null for place " + number);
        }
    }

    public E event(long sequence) {
        return at(events, (int) sequence & mask);
    }

    /** Returns the array of the events, for {@link #at}: who keeps it is one step nearer to each event. */
    public Object[] events() {
        return events;
    }

    /** Returns the event of a place. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Only the factory's events are ever put in.
    public static <E> E at(Object[] events, int place) {
        return (E) events[PADDING + place];
    }

    public int capacity() {
        return mask + 1;
    }
}
