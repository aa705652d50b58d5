package dev.ropewalk.sim.time;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** What is to happen later, by time. For one thread. */
public final class EventQueue {
    private static final int FEW = 64;

    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.naturalOrder());
    private long number;
    private int cancelled;

    /** Enters an action that happens at a moment, in nanoseconds. */
    public Event add(long due, Runnable action) {
        var event = new Event(this, due, number++, action);
        events.add(event);
        return event;
    }

    /** Returns an event that never happens, whatever its moment, but can be cancelled. */
    public Event never(long due, Runnable action) {
        return new Event(new EventQueue(), due, 0, action);
    }

    /** Returns what is due first, or null if nothing is to happen. */
    public @Nullable Event first() {
        Event first = events.peek();
        while (first != null && !first.isWaiting()) {
            events.poll();
            cancelled--;
            first = events.peek();
        }
        return first;
    }

    /** Makes everything happen that is due by now, in order. */
    public void happen(long now) {
        for (Event first = first(); first != null && first.due() <= now; first = first()) {
            events.poll();
            first.happen();
        }
    }

    /** Returns what waits, in order. */
    public List<Event> waiting() {
        List<Event> waiting = new ArrayList<>(events);
        waiting.removeIf(event -> !event.isWaiting());
        waiting.sort(Comparator.naturalOrder());
        return waiting;
    }

    /** Most timeouts are cancelled long before their time. */
    void noteCancelled() {
        cancelled++;
        if (cancelled > FEW && cancelled > events.size() >> 1) {
            events.removeIf(event -> !event.isWaiting());
            cancelled = 0;
        }
    }
}
