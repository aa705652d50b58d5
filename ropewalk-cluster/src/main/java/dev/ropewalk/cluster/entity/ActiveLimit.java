package dev.ropewalk.cluster.entity;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many entities are active, by the algorithm CLOCK: they stand in a ring, and one is passivated to which nothing was sent since the hand
 * passed it last. So those that are used stay, and to send costs no more than a mark.
 */
final class ActiveLimit {
    private static final int SLACK = 64;

    private final int max;
    private final Consumer<EntitySlot<?, ?>> passivate;
    private final ConcurrentLinkedQueue<EntitySlot<?, ?>> ring = new ConcurrentLinkedQueue<>();
    private final AtomicInteger inRing = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();

    /**
     * @param passivate passivates an entity, which is then told to {@link #closed}
     */
    ActiveLimit(int max, Consumer<EntitySlot<?, ?>> passivate) {
        this.max = max;
        this.passivate = passivate;
    }

    /** An entity was made. */
    void made(EntitySlot<?, ?> slot) {
        int opened = open.incrementAndGet(); // first, since it is counted out at its end in any case
        ring.add(slot);
        int size = inRing.incrementAndGet();
        if (opened > max) {
            evictOne(slot, size);
        } else if (size > 2L * max + SLACK) {
            dropClosed(size);
        }
    }

    /** The gate of an entity was closed. */
    void closed() {
        open.decrementAndGet();
    }

    private void evictOne(EntitySlot<?, ?> made, int size) {
        for (int steps = 2 * size; steps > 0; steps--) {
            EntitySlot<?, ?> slot = takeOpen();
            if (slot == null) {
                return;
            }
            if (!slot.equals(made) && !slot.used) {
                passivate.accept(slot);
                return;
            }
            slot.used = false;
            putBack(slot);
        }
    }

    private void dropClosed(int size) {
        for (int i = 0; i < size; i++) {
            EntitySlot<?, ?> slot = takeOpen();
            if (slot == null) {
                return;
            }
            putBack(slot);
        }
    }

    private @Nullable EntitySlot<?, ?> takeOpen() {
        for (EntitySlot<?, ?> slot = ring.poll(); slot != null; slot = ring.poll()) {
            inRing.decrementAndGet();
            if (!slot.isClosed()) {
                return slot;
            }
        }
        return null;
    }

    private void putBack(EntitySlot<?, ?> slot) {
        ring.add(slot);
        inRing.incrementAndGet();
    }
}
