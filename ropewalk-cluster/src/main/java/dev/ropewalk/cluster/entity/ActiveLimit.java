package dev.ropewalk.cluster.entity;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many entities are active, by the algorithm CLOCK: they stand in a ring, and one is passivated to which nothing was sent since the hand
 * passed it last. So those that are used stay, and to send costs no more than a mark. If all are used again and again while the hand goes round, one of
 * them ends nevertheless. Those that work by themselves stay, also if there are too many then.
 *
 * <p>Why there are no more for long. Whoever makes an entity counts it, puts it into the ring, and then takes a turn. One thread at a time has the
 * hand: it passivates entities as long as there are too many, and looks again if others have taken turns meanwhile. Only an entity that was counted and isn't
 * in the ring yet may be missing there: the thread that makes it hasn't taken its turn. What a turn has missed by an error, the next one makes up for.
 *
 * @param <T> the type of the entities
 */
final class ActiveLimit<T extends ActiveLimit.Marked> {
    private static final int SLACK = 64;

    /** An entity as the hand sees it. */
    interface Marked {
        /** Returns whether it has ended, or is to end. */
        boolean isClosed();

        /** Takes the mark; returns whether there was one: something was sent since it was taken last. */
        boolean takeMark();

        /** Returns whether it works by itself, and isn't passivated meanwhile. */
        boolean stays();
    }

    private final int max;
    private final Consumer<T> passivate;
    private final ConcurrentLinkedQueue<T> ring = new ConcurrentLinkedQueue<>();
    private final AtomicInteger inRing = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();

    /** How many turns were taken since a thread got the hand; zero if none has it. */
    private final AtomicInteger turns = new AtomicInteger();

    /**
     * @param passivate passivates an entity, which is then told to {@link #closed}
     */
    ActiveLimit(int max, Consumer<T> passivate) {
        this.max = max;
        this.passivate = passivate;
    }

    /** An entity was made. It isn't the one that is passivated for that. */
    void made(T slot) {
        open.incrementAndGet(); // first, since it is counted out at its end in any case
        putBack(slot);
        if ((open.get() > max || isCrowded()) && turns.getAndIncrement() == 0) {
            takeTurns(slot);
        }
    }

    /** Returns whether many in the ring have ended. */
    private boolean isCrowded() {
        return inRing.get() > 2L * max + SLACK;
    }

    /** Returns whether as many are active as may be. */
    boolean isFull() {
        return open.get() >= max;
    }

    /** The gate of an entity was closed. */
    void closed() {
        open.decrementAndGet();
    }

    private void takeTurns(T made) {
        boolean isOver = false;
        try {
            int taken;
            do {
                taken = turns.get();
                turn(made);
            } while (!turns.compareAndSet(taken, 0));
            isOver = true;
        } finally {
            if (!isOver) {
                turns.set(0);
            }
        }
    }

    private void turn(T made) {
        boolean isFound = true;
        while (isFound && open.get() > max) {
            isFound = evictOne(made);
        }
        if (isCrowded()) {
            dropClosed();
        }
    }

    /** Passivates one, if there is another one; in the third round also if it is used. */
    private boolean evictOne(T made) {
        long size = inRing.get();
        boolean allStay = true;
        for (long step = 0; step < 3 * size; step++) {
            T slot = takeOpen();
            if (slot == null) {
                return false;
            }
            boolean isUsed = slot.takeMark();
            boolean mayEnd = !slot.equals(made) && !slot.stays();
            if (mayEnd && (!isUsed || step >= 2 * size)) {
                evict(slot);
                return true;
            }
            putBack(slot);
            allStay &= !mayEnd;
            if (allStay && step >= size - 1) {
                return false;
            }
        }
        return false;
    }

    private void evict(T slot) {
        try {
            passivate.accept(slot);
        } finally {
            if (!slot.isClosed()) {
                putBack(slot);
            }
        }
    }

    private void dropClosed() {
        for (int left = inRing.get(); left > 0; left--) {
            T slot = takeOpen();
            if (slot == null) {
                return;
            }
            putBack(slot);
        }
    }

    private @Nullable T takeOpen() {
        for (T slot = ring.poll(); slot != null; slot = ring.poll()) {
            inRing.decrementAndGet();
            if (!slot.isClosed()) {
                return slot;
            }
        }
        return null;
    }

    private void putBack(T slot) {
        ring.add(slot);
        inRing.incrementAndGet();
    }
}
