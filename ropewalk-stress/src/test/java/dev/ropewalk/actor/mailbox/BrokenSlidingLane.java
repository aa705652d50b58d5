package dev.ropewalk.actor.mailbox;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** {@link SlidingLane} in which a message pushes out the oldest before it is in itself. */
final class BrokenSlidingLane {
    private final ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<>();
    private final Capacity places;

    BrokenSlidingLane(int capacity) {
        this.places = new Capacity(capacity);
    }

    @Nullable
    Object put(Object sent) {
        Object oldest = places.tryTake() ? null : queue.poll();
        queue.add(sent);
        return oldest;
    }

    @Nullable
    Object take() {
        places.giveBack();
        return queue.poll();
    }
}
