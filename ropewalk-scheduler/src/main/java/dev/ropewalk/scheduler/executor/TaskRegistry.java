package dev.ropewalk.scheduler.executor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * All tasks of a view that haven't ended, so that shutting down can find them: the scheduler's queues can't be searched
 * while workers move things between them.
 *
 * <p>Made so that entering costs one atomic operation on memory that few other threads touch, and ending costs nothing here: a
 * task is entered in a page of one of several {@link RegistryStripe stripes}, by worker or by submitting thread, and no thread
 * strikes it out. Its own state says that it has ended; a page where all have is dropped some time later, when the stripe has
 * grown to twice what it held then, so that the work of looking is spread over all that enter.
 */
public final class TaskRegistry {
    private static final int MAX_STRIPES = 64;

    private final AtomicReferenceArray<@Nullable RegistryStripe> stripes;
    private final ViewTask endedTask;

    /** Makes a registry; where a task couldn't be entered stands {@code endedTask}, which has ended. */
    TaskRegistry(int workers, ViewTask endedTask) {
        this.endedTask = endedTask;
        stripes = new AtomicReferenceArray<>(Integer.highestOneBit(Math.min(MAX_STRIPES, 4 * workers - 1)));
        stripes.set(0, new RegistryStripe(endedTask)); // the classes are there before a thread without stack needs them
    }

    /**
     * Enters a task unless the view is shut down; any number selects the stripe. A thread that shuts down and then reads this
     * registry finds every task that was entered: {@code isOpen} is asked after the task's place is taken.
     *
     * @return whether it was entered; if not, it has ended
     * @throws StackOverflowError or another error of the JVM; then the task isn't entered, and no thread waits for it
     */
    public boolean enter(ViewTask task, int hash, BooleanSupplier isOpen) {
        int index = hash & (stripes.length() - 1);
        RegistryStripe stripe = stripes.get(index);
        return (stripe != null ? stripe : newStripe(index)).enter(task, isOpen);
    }

    private RegistryStripe newStripe(int index) {
        var fresh = new RegistryStripe(endedTask);
        RegistryStripe other = stripes.compareAndExchange(index, null, fresh);
        return other == null ? fresh : other;
    }

    /** Cancels the tasks that repeat, of those that haven't begun. */
    void cancelPeriodic() {
        for (RegistryStripe stripe : used()) {
            stripe.cancelPeriodic();
        }
    }

    /**
     * Takes all tasks that haven't begun, oldest first within a stripe, and then interrupts those that run: in this order, or
     * a worker whose task has given way to its interrupt would begin another one.
     */
    void stopAll(List<Runnable> taken) {
        List<RegistryStripe> used = used();
        used.forEach(stripe -> stripe.takeWaiting(taken));
        used.forEach(RegistryStripe::interruptRunning);
    }

    private List<RegistryStripe> used() {
        List<RegistryStripe> used = new ArrayList<>();
        for (int i = 0; i < stripes.length(); i++) {
            RegistryStripe stripe = stripes.get(i);
            if (stripe != null) {
                used.add(stripe);
            }
        }
        return used;
    }

    /** Returns a task that hasn't ended, or null if all have. */
    @Nullable
    ViewTask findLive() {
        for (int i = 0; i < stripes.length(); i++) {
            RegistryStripe stripe = stripes.get(i);
            ViewTask live = stripe == null ? null : stripe.findLive();
            if (live != null) {
                return live;
            }
        }
        return null;
    }
}
