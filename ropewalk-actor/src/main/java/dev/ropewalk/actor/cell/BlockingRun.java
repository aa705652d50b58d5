package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.supervision.ActorLife;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.scheduler.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * One run of a blocking actor's code, in a virtual thread of its own. The next run has another thread, so that nothing is left
 * of the last, neither an interrupt nor a thread local.
 */
public final class BlockingRun {
    private static final ScopedValue<BlockingCell<?>> CURRENT = ScopedValue.newInstance();

    private final BlockingCell<?> cell;
    private final Thread thread;

    /** Made before the run, since memory may have run out at its end, for which the actor waits. */
    private final Ended ended = new Ended();

    /** Set after the interrupt, so that the thread that sees it can clear that. */
    private volatile boolean recalled;

    BlockingRun(BlockingCell<?> cell) {
        this.cell = cell;
        this.thread = cell.scheduler()
                .threadFactory()
                .newThread(() -> ScopedValue.where(CURRENT, cell).run(this::run));
        thread.setName(cell.path());
    }

    /** Returns the actor of a system that the calling code is part of, or null. */
    public static @Nullable BlockingCell<?> currentIn(CellSystem system) {
        BlockingCell<?> current = current();
        return current != null && current.system().equals(system) ? current : null;
    }

    /** Returns whether the calling code is part of an actor of any system on a scheduler. */
    public static boolean isCurrentOn(Scheduler scheduler) {
        BlockingCell<?> current = current();
        return current != null && current.scheduler().equals(scheduler);
    }

    private static @Nullable BlockingCell<?> current() {
        return CURRENT.isBound() ? CURRENT.get() : null;
    }

    /**
     * Starts the thread.
     *
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler is closed
     */
    void start() {
        thread.start();
    }

    private void run() {
        try {
            cell.runCode();
        } catch (Throwable thrown) {
            ended.thrown = thrown;
        }
        cell.sendSystem(ended);
    }

    /** A run is over. */
    private static final class Ended extends SystemMessage {
        private @Nullable Throwable thrown;

        @Override
        public void apply(ActorLife<?> actor) {
            ((BlockingCell<?>) actor).runEnded(thrown);
        }
    }

    /** Has the code end, by an interrupt; by one only, so that it can clean up. For the strand. */
    void recall() {
        if (!recalled) {
            thread.interrupt();
            recalled = true;
        }
    }

    boolean isRecalled() {
        return recalled;
    }

    Thread thread() {
        return thread;
    }

    @SuppressWarnings("ReferenceEquality") // asks which thread it is
    boolean isIn(Thread caller) {
        return caller == thread;
    }

    /** Lets the thread go on if it is parked. */
    void unpark() {
        cell.scheduler().unpark(thread);
    }
}
