package dev.ropewalk.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The strand: a queue of tasks that is itself queued at a worker while it holds any.
 *
 * <p>Shape: a linked list of tasks. {@code tail} is the last one submitted, or null if the strand is idle: that one field
 * is both the queue's end and the strand's state, so that a submission costs a single atomic operation.
 *
 * <pre>
 *   idle:     tail == null
 *   queued:   head --> task --> task <-- tail     in exactly one worker's queue
 *   running:  the same, in nobody's queue; head belongs to the worker that runs it
 * </pre>
 *
 * <p>Why it is right.
 * <ul>
 *   <li>Serial: only the submitter whose exchange of {@code tail} found null queues the strand, and only the runner sets
 *       {@code tail} to null, by compare-and-set, when no task is left. So from one idle state to the next it is queued once,
 *       or run by one worker, or handed by that worker back to a queue: never two at a time.
 *   <li>Nothing is lost: if a task was submitted after the runner's last look, {@code tail} is that task, the
 *       compare-and-set fails, and the runner goes on. Between a submitter's exchange and its link the runner sees no
 *       successor although there is one; it waits a moment and else goes back to the queue, with {@code head} on the finished
 *       task, which is marked by having no body.
 *   <li>Happens-before between tasks of one strand: same runner, program order; next runner by hand-over, the worker's
 *       queue publishes with release; idle in between, the exchange reads what the compare-and-set wrote.
 *   <li>{@code home} and the thief's streak are written only by whoever runs the strand. Submitters read {@code home} with
 *       opaque mode: an old value sends the strand to its former home, which is slower and right.
 * </ul>
 *
 * <p>The single-exchange queue with an idle state follows folly's SerialExecutor and Vyukov's MPSC queue.
 */
final class SerialStrand extends QueueNode implements Strand {
    private static final VarHandle TAIL;
    private static final VarHandle HOME;
    private static final int SPINS_FOR_LINK = 64;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(SerialStrand.class, "tail", Task.class);
            HOME = lookup.findVarHandle(SerialStrand.class, "home", Worker.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final StrandHost host;
    private final Kind kind;
    private @Nullable Worker home;
    private volatile @Nullable Task tail;
    private @Nullable Task head;
    private @Nullable Worker thief;
    private int streak;

    /** What may be done with a strand: its placement, and whether its tasks must survive the scheduler. */
    enum Kind {
        SOFT(Placement.SOFT),
        PINNED(Placement.PINNED),
        FREE(Placement.FREE),
        /** Soft; its tasks are continuations of a virtual thread, which are lost for ever if they are refused. */
        VIRTUAL_THREAD(Placement.SOFT);

        final Placement placement;

        Kind(Placement placement) {
            this.placement = placement;
        }

        static Kind of(Placement placement) {
            return switch (placement) {
                case SOFT -> SOFT;
                case PINNED -> PINNED;
                case FREE -> FREE;
            };
        }
    }

    SerialStrand(StrandHost host, Kind kind, @Nullable Worker home) {
        this.host = host;
        this.kind = kind;
        this.home = home;
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        if (kind != Kind.VIRTUAL_THREAD) {
            host.refuseIfClosed();
        }
        Task added = new Task(task);
        Task last = (Task) TAIL.getAndSet(this, added);
        if (last == null) {
            head = added;
            host.enqueue(this);
        } else {
            last.nextRelease(added);
        }
    }

    /**
     * Runs tasks until none is left or the runner must leave. The caller has taken this strand from a queue.
     *
     * @return true if the strand is idle, false if it must be queued again: by the caller, unless its runner handed it over
     */
    boolean run(TaskRunner runner) {
        Task task = Objects.requireNonNull(head);
        if (task.body == null) {
            Task next = awaitNext(task);
            if (next == null) {
                return false;
            }
            task = next;
        }
        for (; ; ) {
            Runnable body = Objects.requireNonNull(task.body);
            task.body = null;
            runner.runTask(body);
            Task next = task.nextAcquire();
            if (next == null) {
                head = null;
                if (tail == task && TAIL.compareAndSet(this, task, null)) {
                    return true;
                }
                next = awaitNext(task);
                if (next == null) {
                    head = task;
                    return false;
                }
            }
            task.nextClear();
            task = next;
            if (runner.isTimeToLook()) {
                head = task;
                if (runner.mustLeave(this)) {
                    return false;
                }
            }
        }
    }

    private static @Nullable Task awaitNext(Task task) {
        Task next = task.nextAcquire();
        for (int spins = 0; next == null && spins < SPINS_FOR_LINK; spins++) {
            Thread.onSpinWait();
            next = task.nextAcquire();
        }
        return next;
    }

    /** Notes who runs this strand next, before it runs; returns whether it is at home there. */
    boolean arrive(Worker worker, int stealsToRehome) {
        if (home == worker) {
            streak = 0;
            return true;
        }
        if (home == null) {
            return false;
        }
        if (thief != worker) {
            thief = worker;
            streak = 0;
        }
        if (++streak >= stealsToRehome && worker.hasHomes()) {
            HOME.setOpaque(this, worker);
            streak = 0;
            thief = null;
            worker.stats.rehomed();
        }
        return false;
    }

    /** Counts the tasks that wait, up to a bound; a moving figure unless the strand is out of every queue. */
    long pending() {
        long count = 0;
        for (Task task = head; task != null; task = task.nextAcquire()) {
            if (task.body != null) {
                count++;
            }
        }
        return count;
    }

    @Nullable
    Worker home() {
        return (Worker) HOME.getOpaque(this);
    }

    Kind kind() {
        return kind;
    }

    /** Returns whether any worker may take this strand at any time. */
    boolean isFree() {
        return kind == Kind.FREE;
    }

    @Override
    Object item() {
        return this;
    }

    @Override
    public Scheduler scheduler() {
        return host.scheduler();
    }

    @Override
    public Placement placement() {
        return kind.placement;
    }

    @Override
    public boolean isCurrent() {
        Worker worker = host.currentWorker();
        return worker != null && worker.current() == this;
    }

    @Override
    public String toString() {
        Worker at = home();
        return "Strand[" + kind + (at == null ? "" : ", home " + at.id()) + (tail == null ? ", idle]" : ", busy]");
    }

    private static final class Task {
        private static final VarHandle NEXT;

        static {
            try {
                NEXT = MethodHandles.lookup().findVarHandle(Task.class, "next", Task.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        /** Null once the task has begun. */
        @Nullable
        Runnable body;

        @SuppressWarnings("UnusedVariable") // read through NEXT
        private @Nullable Task next;

        Task(Runnable body) {
            this.body = body;
        }

        @Nullable
        Task nextAcquire() {
            return (Task) NEXT.getAcquire(this);
        }

        void nextRelease(Task task) {
            NEXT.setRelease(this, task);
        }

        /** Unlinks a finished task, so that a dead one in the old generation keeps no young one alive. */
        void nextClear() {
            next = null;
        }
    }
}
