package dev.ropewalk.console.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The first of very many by an order. Each that comes is compared with the last of those, and most no further: nothing else is sorted. */
final class Foremost<T> {
    private final int most;
    private final Comparator<? super T> order;
    /** The last one is on top. */
    private final PriorityQueue<T> kept;

    Foremost(int most, Comparator<? super T> order) {
        this.most = most;
        this.order = order;
        this.kept = new PriorityQueue<>(order.reversed());
    }

    void add(T candidate) {
        T last = kept.peek();
        if (last == null || kept.size() < most) {
            kept.add(candidate);
        } else if (order.compare(candidate, last) < 0) {
            kept.poll();
            kept.add(candidate);
        }
    }

    /** Returns them in their order. */
    List<T> inOrder() {
        List<T> all = new ArrayList<>(kept);
        all.sort(order);
        return all;
    }
}
