package dev.ropewalk.actor.system;

import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellSystem;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Sums up what the actors of a system have counted. Nothing is stopped for that: an actor that stops while its siblings are visited is in the
 * sum of the stopped ones, which was read before, or not yet in either. So no message is counted twice, and the sum catches up next
 * time; what was told before is remembered, so that it doesn't fall meanwhile. A mailbox that has swollen is counted up to a bound, since
 * monitoring asks again and again.
 */
final class SystemStats {
    /** How many messages are counted in one mailbox: each is visited. */
    static final int MAX_COUNTED = 100_000;

    private final CellSystem system;
    private final Cell<?> root;
    private final AtomicLong told = new AtomicLong();

    SystemStats(CellSystem system, Cell<?> root) {
        this.system = system;
        this.root = root;
    }

    ActorSystemStats take() {
        long actors = 0;
        long waiting = 0;
        long processed = system.counts().processedByStopped();
        var left = new ArrayDeque<Cell<?>>(root.childCells());
        while (!left.isEmpty()) {
            Cell<?> cell = left.pop();
            actors++;
            waiting += cell.waiting(MAX_COUNTED);
            processed += cell.processed();
            left.addAll(cell.childCells());
        }
        return new ActorSystemStats(
                actors,
                waiting,
                told.accumulateAndGet(processed, Math::max),
                system.counts().failures(),
                system.counts().restarts(),
                system.counts().dropped(),
                system.deadLetters().count(),
                system.failedStops().all(system.scheduler().nanoTime()));
    }
}
