package dev.ropewalk.task.run;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.queue.AdmissionLock;

/**
 * Takes an executor out of the list of live ones when it has terminated. Its {@link TaskAdmission} has this, and so keeps the executor
 * listed as long as tasks are in flight or wait, even if its users have forgotten it.
 */
public final class ListedExecutor extends AdmissionLock.Action {
    private final Inventory.Entry<BoundedExecutor> place;

    @SuppressWarnings("UnusedVariable") // is kept
    private final BoundedExecutor executor;

    public ListedExecutor(Inventory.Entry<BoundedExecutor> place, BoundedExecutor executor) {
        this.place = place;
        this.executor = executor;
    }

    @Override
    public void run() {
        place.leave();
    }
}
