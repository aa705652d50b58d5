package dev.ropewalk.scheduler.executor;

import dev.ropewalk.base.CacheLinePadding;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A part of a {@link TaskRegistry}: a chain of pages. Tasks are entered in the newest; older ones are full.
 *
 * <pre>
 *   newest --> [t t t - - -]  --older-->  [t t t t t t]  --older-->  [t t t t t t]
 *                     ^ claimed
 * </pre>
 *
 * <p>Why no task is missed (Dekker's argument). A thread that enters one takes a place by an atomic addition to {@code claimed},
 * then reads the view's state, and fills the place in any case. A thread that shuts down writes the state, then reads
 * {@code newest} and {@code claimed}. All of these are volatile, so in their total order either the entering thread sees that the view
 * is shut down, or the thread that shuts down sees that the place is taken, and waits the few instructions until it is filled. A
 * page put in later than {@code newest} was read is a place taken later.
 *
 * <p>The entering thread may run out of stack at any call. If that happens after the atomic addition, which is the last thing
 * that its call does, the place is filled by an assignment, which needs no call, with a task that ended long ago. The task that
 * was to be entered is in no place then.
 *
 * <p>The chain behind {@code newest} and the pages' {@code endedBelow} are guarded by the lock. A thread that enters a task
 * only tries the lock: a carried virtual thread mustn't be unmounted between looking for its worker and using it.
 */
final class RegistryStripe extends CacheLinePadding {
    private static final VarHandle NEWEST = VarHandles.of(MethodHandles.lookup(), "newest", Page.class);
    private static final int MIN_PAGES = 4;

    private final ReentrantLock lock = new ReentrantLock();
    private final ViewTask endedTask;
    private volatile Page newest = new Page(null, 0);

    /** The number of the page at whose start the chain is worth a look. */
    private volatile long sweepAt = MIN_PAGES;

    /** Makes a stripe, with a task that has ended for the places of those that couldn't be entered. */
    RegistryStripe(ViewTask endedTask) {
        this.endedTask = endedTask;
    }

    boolean enter(ViewTask task, BooleanSupplier isOpen) {
        for (; ; ) {
            Page page = newest;
            int place = page.claim();
            if (place < Page.SIZE) {
                try {
                    boolean open = isOpen.getAsBoolean();
                    if (!open) {
                        task.refuse();
                    }
                    page.fill(place, task);
                    return open;
                } catch (Throwable noStack) {
                    page.tasks[place] = endedTask;
                    throw noStack;
                }
            }
            var next = new Page(page, page.number + 1);
            if (NEWEST.compareAndSet(this, page, next) && next.number >= sweepAt) {
                sweepUnlessLocked();
            }
        }
    }

    private void sweepUnlessLocked() {
        StackRoom.require();
        if (!lock.tryLock()) {
            return;
        }
        try {
            long kept = dropEnded();
            sweepAt = newest.number + Math.max(MIN_PAGES, kept);
        } finally {
            lock.unlock();
        }
    }

    /** Drops older pages where all tasks have ended; returns how many remain. */
    private long dropEnded() {
        long kept = 0;
        Page page = newest;
        for (Page older = page.older; older != null; older = page.older) {
            if (older.hasEnded()) {
                page.older = older.older;
            } else {
                page = older;
                kept++;
            }
        }
        return kept;
    }

    /** Cancels the tasks that repeat, of those that haven't begun. */
    void cancelPeriodic() {
        for (Page page : oldestFirst()) {
            page.cancelPeriodic();
        }
    }

    /** Takes all tasks that haven't begun, oldest first. */
    void takeWaiting(List<Runnable> taken) {
        for (Page page : oldestFirst()) {
            page.takeWaiting(taken);
        }
    }

    void interruptRunning() {
        for (Page page : oldestFirst()) {
            page.interruptRunning();
        }
    }

    private List<Page> oldestFirst() {
        lock.lock();
        try {
            List<Page> pages = new ArrayList<>();
            for (Page page = newest; page != null; page = page.older) {
                pages.add(page);
            }
            return pages.reversed();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns a task that hasn't ended, or null. What has been looked at isn't looked at again: all calls together take
     * linear time.
     */
    @Nullable
    ViewTask findLive() {
        lock.lock();
        try {
            Page page = newest;
            ViewTask live = page.findLive();
            for (Page older = page.older; live == null && older != null; older = page.older) {
                live = older.findLive();
                if (live == null) {
                    page.older = older.older;
                }
            }
            return live;
        } finally {
            lock.unlock();
        }
    }

    private static final class Page {
        static final int SIZE = 128;
        private static final VarHandle CLAIMED = VarHandles.of(MethodHandles.lookup(), "claimed", int.class);
        private static final VarHandle TASKS = MethodHandles.arrayElementVarHandle(ViewTask[].class);

        final long number;

        @Nullable
        Page older;

        private final @Nullable ViewTask[] tasks = new @Nullable ViewTask[SIZE];
        private volatile int claimed;

        /** All tasks before this place have ended. */
        private int endedBelow;

        Page(@Nullable Page older, long number) {
            this.older = older;
            this.number = number;
        }

        int claim() {
            return (int) CLAIMED.getAndAdd(this, 1);
        }

        void fill(int place, ViewTask task) {
            TASKS.setRelease(tasks, place, task);
        }

        private ViewTask await(int place) {
            for (; ; ) {
                var task = (ViewTask) TASKS.getAcquire(tasks, place);
                if (task != null) {
                    return task;
                }
                Thread.onSpinWait();
            }
        }

        /** Returns whether all tasks of a full page have ended; doesn't wait for a place to be filled. */
        boolean hasEnded() {
            while (endedBelow < SIZE) {
                var task = (ViewTask) TASKS.getAcquire(tasks, endedBelow);
                if (task == null || task.isLive()) {
                    return false;
                }
                endedBelow++;
            }
            return true;
        }

        @Nullable
        ViewTask findLive() {
            int end = Math.min(SIZE, claimed);
            while (endedBelow < end) {
                ViewTask task = await(endedBelow);
                if (task.isLive()) {
                    return task;
                }
                endedBelow++;
            }
            return null;
        }

        void cancelPeriodic() {
            int end = Math.min(SIZE, claimed);
            for (int place = 0; place < end; place++) {
                await(place).cancelIfPeriodic();
            }
        }

        void takeWaiting(List<Runnable> taken) {
            int end = Math.min(SIZE, claimed);
            for (int place = 0; place < end; place++) {
                Runnable body = await(place).take();
                if (body != null) {
                    taken.add(body);
                }
            }
        }

        void interruptRunning() {
            int end = Math.min(SIZE, claimed);
            for (int place = 0; place < end; place++) {
                await(place).interrupt();
            }
        }
    }
}
