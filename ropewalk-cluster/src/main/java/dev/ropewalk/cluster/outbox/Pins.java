package dev.ropewalk.cluster.outbox;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The lanes that need records of the log, the one with the oldest first: a binary heap in which each lane knows its place. Moving a lane makes no object once there is {@linkplain #reserve room}, so nothing that is needed is forgotten when memory runs out. The outbox guards it.
 */
final class Pins {
    private static final int FIRST_ROOM = 16;

    private @Nullable Lane<?, ?>[] heap = new Lane<?, ?>[FIRST_ROOM];
    private int size;

    /** Makes room for so many lanes. */
    void reserve(int lanes) {
        if (lanes > heap.length) {
            heap = Arrays.copyOf(heap, Math.max(lanes, 2 * heap.length));
        }
    }

    /** Notes the first record that a lane needs, or one before it; -1 if it needs none. */
    void pin(Lane<?, ?> lane, long index) {
        if (lane.pin < 0 && index >= 0) {
            lane.pin = index;
            put(lane, size++);
            siftUp(lane);
        } else if (lane.pin >= 0 && index < 0) {
            lane.pin = index;
            remove(lane);
        } else if (lane.pin != index) {
            lane.pin = index;
            siftUp(lane);
            siftDown(lane);
        }
    }

    /** Returns the oldest record that is needed, or another index if none is. */
    long oldest(long otherwise) {
        return size == 0 ? otherwise : at(0).pin;
    }

    /** Hands out the lanes that need records. */
    void forEach(Consumer<? super Lane<?, ?>> each) {
        for (int place = 0; place < size; place++) {
            each.accept(at(place));
        }
    }

    private void remove(Lane<?, ?> lane) {
        Lane<?, ?> last = at(--size);
        heap[size] = null;
        if (!last.equals(lane)) {
            put(last, lane.place);
            siftUp(last);
            siftDown(last);
        }
    }

    private void siftUp(Lane<?, ?> lane) {
        while (lane.place > 0 && at((lane.place - 1) / 2).pin > lane.pin) {
            swap(lane, at((lane.place - 1) / 2));
        }
    }

    private void siftDown(Lane<?, ?> lane) {
        Lane<?, ?> least = leastChild(lane.place);
        while (least != null && least.pin < lane.pin) {
            swap(lane, least);
            least = leastChild(lane.place);
        }
    }

    private @Nullable Lane<?, ?> leastChild(int place) {
        int left = 2 * place + 1;
        if (left >= size) {
            return null;
        }
        boolean isRight = left + 1 < size && at(left + 1).pin < at(left).pin;
        return at(isRight ? left + 1 : left);
    }

    private void swap(Lane<?, ?> one, Lane<?, ?> other) {
        int place = one.place;
        put(one, other.place);
        put(other, place);
    }

    private void put(Lane<?, ?> lane, int place) {
        heap[place] = lane;
        lane.place = place;
    }

    private Lane<?, ?> at(int place) {
        return Objects.requireNonNull(heap[place]);
    }
}
