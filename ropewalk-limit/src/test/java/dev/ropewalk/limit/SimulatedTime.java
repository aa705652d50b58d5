package dev.ropewalk.limit;

import java.util.PriorityQueue;

/** Virtual time: what is due is done in order, and the clock jumps from one to the next. */
final class SimulatedTime {
    private record Event(long time, long order, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return time != other.time ? Long.compare(time, other.time) : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long order;

    long now() {
        return now;
    }

    void after(long nanos, Runnable action) {
        events.add(new Event(now + nanos, order++, action));
    }

    void run(long nanos) {
        long end = now + nanos;
        while (true) {
            Event next = events.peek();
            if (next == null || next.time > end) {
                now = end;
                return;
            }
            events.remove();
            now = next.time;
            next.action.run();
        }
    }
}
