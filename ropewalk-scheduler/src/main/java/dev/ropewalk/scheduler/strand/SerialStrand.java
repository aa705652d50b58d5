package dev.ropewalk.scheduler.strand;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.MessageStrand;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.queue.StrandNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The strand: a queue of tasks, or of messages for a handler, that is itself queued at a worker while it holds any.
 *
 * <p>Shape: a linked list of tasks. {@code tail} is the last one submitted, or null if the strand is idle: that one field
 * is both the queue's end and the strand's state, so that a submission costs a single atomic operation. The strand is itself
 * the first node of the list if it can be: a task that arrives at an idle strand allocates no node, and stores fewer
 * references from an old object to a young one, each of which costs the garbage collector a fence and a card.
 *
 * <pre>
 *   idle:     tail == null, and the strand as a node is empty and linked to nothing
 *   queued:   strand [--> node --> node] &lt;-- tail     in exactly one worker's queue
 *   running:  the same, in no queue
 * </pre>
 *
 * <p>The list begins at the strand itself, whether that holds a task or, once that is done, only shows where the list goes on;
 * nodes that are done may come before that.
 *
 * <p>Why it is right.
 * <ul>
 *   <li>Serial: only the submitter that replaced the null in {@code tail} queues the strand, and only the runner sets {@code
 *       tail} to null, by compare-and-set, when no task is left. So from one idle state to the next it is queued once,
 *       or run by one worker, or handed by that worker back to a queue: never two at a time.
 *   <li>Nothing is lost: if a task was submitted after the runner's last look, {@code tail} is that task, the
 *       compare-and-set fails, and the runner goes on. Between a submitter's exchange and its link the runner sees no
 *       successor although there is one; it waits a moment and else goes back to the queue, with the finished task
 *       still in the list, marked by having no body.
 *   <li>The strand as a node: it enters the list only by a compare-and-set of {@code tail} from null, when the list is empty,
 *       so that it is in the list once; its body is written after that and before the strand is queued, so that the runner
 *       sees it. While it is not the last node its link belongs to the runner, which clears it before the list can be empty
 *       again.
 *   <li>The runner keeps the node in turn to itself, because this object's cache line belongs to the submitters. Where it
 *       looks and where it leaves, it points the strand at that node and cuts off what is done. Until then what is done stands
 *       in the list, without a body: no more than the tasks between two looks.
 *   <li>A submitter may run out of stack or memory at any call. After its exchange it makes only two: the link, which it
 *       then makes by an assignment, and the queueing, which either happens or throws. A strand that so isn't queued is left
 *       to others in {@link Mishaps}, by its submitter, which alone may queue it.
 *   <li>A strand with a handler is made as if it were running a task: the strand, as a node whose body only says that it
 *       isn't started. The one start that takes that body away ends the task, so that what was sent before waits in the list.
 *       No other thread writes the body before, because the list isn't empty.
 *   <li>Happens-before between tasks of one strand: same runner, program order; next runner by hand-over, the worker's
 *       queue publishes with release; idle in between, the exchange reads what the compare-and-set wrote.
 *   <li>{@code home} and the thief's streak are written by the thread that runs the strand. Submitters read {@code home} with
 *       opaque mode: an old value sends the strand to its former home, which is slower and right. A home may also be written
 *       by the submitter that queues the strand, while no other thread can: a first one, or another if the home sleeps.
 * </ul>
 *
 * <p>The single-exchange queue with an idle state follows folly's SerialExecutor and Vyukov's MPSC queue.
 */
public final class SerialStrand extends StrandNode implements Strand, MessageStrand<Object> {
    private static final VarHandle TAIL = VarHandles.of(MethodHandles.lookup(), "tail", StrandNode.class);

    /** For the exchange. A VarHandle's casts its result, in a call that may overflow the stack when the exchange is done. */
    private static final AtomicReferenceFieldUpdater<SerialStrand, StrandNode> LAST =
            AtomicReferenceFieldUpdater.newUpdater(SerialStrand.class, StrandNode.class, "tail");

    private static final VarHandle HOME = VarHandles.of(MethodHandles.lookup(), "home", Home.class);
    private static final VarHandle BODY = VarHandles.of(MethodHandles.lookup(), "body", Object.class);

    /** The body of a strand of messages that isn't started. */
    private static final Object UNSTARTED = new Object();

    private static final int SPINS_FOR_LINK = 64;
    private static final byte NO_WORKER = -1;
    private static final List<Placement> PLACEMENTS = List.of(Placement.values());

    private final StrandHost host;
    private final @Nullable Consumer<Object> handler;
    private @Nullable Home home;
    private volatile @Nullable StrandNode tail;
    private int turns;

    /** Its index in {@link #PLACEMENTS}, to keep the object small. */
    private final byte placement;

    /** How often in a row the same worker has stolen this strand. */
    private byte streak;

    /** The number of that worker, cut short to keep the object small: a mix-up moves the strand early. */
    private byte thief = NO_WORKER;

    /** The LIFO streak in which this strand ran last, of whichever worker; cut short, too. */
    private byte lifoStreak;

    /** Makes a strand, of tasks if it has no handler. */
    public SerialStrand(StrandHost host, Placement placement, @Nullable Home home, @Nullable Consumer<Object> handler) {
        super(handler == null ? null : UNSTARTED);
        this.host = host;
        this.placement = (byte) PLACEMENTS.indexOf(placement);
        this.home = home;
        this.handler = handler;
        if (handler != null) {
            tail = this;
        }
    }

    @Override
    public void start() {
        if (!BODY.compareAndSet(this, UNSTARTED, null)) {
            throw new IllegalStateException(this + " was started before");
        }
        try {
            submit(null, false);
        } catch (Throwable noStack) {
            body = UNSTARTED; // it ended no task: the caller may try again
            throw noStack;
        }
    }

    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        host.refuseIfClosed();
        submit(task, false);
    }

    @Override
    public void send(Object message) {
        Objects.requireNonNull(message, "message");
        host.refuseIfClosed();
        submit(message, false);
    }

    @Override
    public void sendAlways(Object message) {
        Objects.requireNonNull(message, "message");
        submit(message, true);
    }

    /** Submits a task or a message, or none to end the task that stands for starting. */
    @SuppressWarnings("ReferenceEquality") // asks which node it is
    private void submit(@Nullable Object added, boolean always) {
        if (added == null) {
            if (becomeIdle(this)) {
                return;
            }
        } else if (tail == null && TAIL.compareAndSet(this, null, this)) {
            body = added;
        } else {
            var node = new StrandNode(added);
            StrandNode last = LAST.getAndSet(this, node);
            if (last != null) {
                try {
                    last.afterRelease(node);
                } catch (Throwable noStack) {
                    last.after = node;
                }
                return;
            }
            after = node;
        }
        try {
            if (always) {
                host.enqueueAlways(this);
            } else {
                host.enqueue(this);
            }
        } catch (Throwable failed) {
            // No call from here on: see Mishaps.
            try {
                synchronized (host.mishaps) {
                    next = host.mishaps.nodes;
                    host.mishaps.nodes = this;
                }
            } catch (Throwable noMonitor) {
                for (Mishaps.Place place = host.mishaps.places; place != null; place = place.other) {
                    place.last = this;
                    if (!place.taken) {
                        place.taken = true;
                        if (place.last == this) {
                            place.node = this;
                            break;
                        }
                    }
                }
            }
            host.mishaps.any = true;
        }
    }

    /**
     * Runs tasks until none is left or the runner must leave. The caller has taken this strand from a queue.
     *
     * @return true if the strand is idle, false if it must be queued again: by the caller, unless its runner handed it over
     */
    public boolean run(TaskRunner runner) {
        turns++;
        StrandNode node = firstWithTask();
        if (node == null) {
            return false;
        }
        Consumer<Object> handler = this.handler;
        for (; ; ) {
            Object task = Objects.requireNonNull(node.body);
            node.body = null;
            if (handler == null) {
                runner.runTask((Runnable) task);
            } else {
                runner.handle(handler, task);
            }
            StrandNode next = node.afterAcquire();
            if (next == null) {
                if (!isOwn(node)) {
                    linkTo(null);
                }
                if (becomeIdle(node)) {
                    return true;
                }
                next = awaitAfter(node);
                if (next == null) {
                    keep(node);
                    return false;
                }
                step(node, next);
            }
            if (runner.tickAndCheck()) {
                step(node, next);
                if (runner.yieldOrRunRound(this)) {
                    return false;
                }
            }
            node = next;
        }
    }

    /** Returns the first node that holds a task, null if that isn't linked yet. */
    private @Nullable StrandNode firstWithTask() {
        StrandNode node = this;
        while (node.body == null) {
            StrandNode next = awaitAfter(node);
            if (next == null) {
                return null;
            }
            node = step(node, next);
        }
        return node;
    }

    /** Goes on to the next node, leaves this strand pointing at it, and cuts off what is done. */
    private StrandNode step(StrandNode done, StrandNode next) {
        if (!isOwn(done)) {
            done.linkTo(null);
            linkTo(next);
        }
        return next;
    }

    /** Leaves this strand pointing at a node that is done but whose successor isn't linked yet. */
    private void keep(StrandNode done) {
        if (!isOwn(done)) {
            linkTo(done);
        }
    }

    @SuppressWarnings("ReferenceEquality") // asks which node it is
    private boolean isOwn(StrandNode node) {
        return node == this;
    }

    @SuppressWarnings("ReferenceEquality") // asks which node it is
    private boolean becomeIdle(StrandNode last) {
        return tail == last && TAIL.compareAndSet(this, last, null);
    }

    private static @Nullable StrandNode awaitAfter(StrandNode node) {
        StrandNode after = node.afterAcquire();
        for (int spins = 0; after == null && spins < SPINS_FOR_LINK; spins++) {
            Thread.onSpinWait();
            after = node.afterAcquire();
        }
        return after;
    }

    /** Notes the worker that runs this strand next, before it runs; returns whether it is at home there. */
    @SuppressWarnings("ReferenceEquality") // asks which worker it is
    public boolean arrive(Home worker, int stealsToRehome) {
        if (home == worker) {
            streak = 0;
            return true;
        }
        if (home == null) {
            if (placement() == Placement.SOFT && worker.hasHomes()) {
                settle(worker);
            }
            return false;
        }
        if (thief != (byte) worker.id()) {
            thief = (byte) worker.id();
            streak = 0;
        }
        if (streak < Byte.MAX_VALUE) {
            streak++;
        }
        if (streak >= stealsToRehome && worker.hasHomes()) {
            settle(worker);
            streak = 0;
            thief = NO_WORKER;
            worker.countMove();
        }
        return false;
    }

    /** Notes that this strand runs in a LIFO streak of its worker; returns whether it has done so before. */
    public boolean markLifoStreak(byte current) {
        boolean back = lifoStreak == current;
        lifoStreak = current;
        return back;
    }

    /** Gives this strand a home. */
    public void settle(Home worker) {
        HOME.setOpaque(this, worker);
    }

    /** Counts the tasks that wait, up to a bound; a moving figure while others submit or tasks end. */
    @Override
    @SuppressWarnings("ReferenceEquality") // asks which object it is
    public int pending(int most) {
        if (tail == null) {
            return 0;
        }
        int count = 0;
        for (StrandNode node = this; node != null && count < most; node = node.afterAcquire()) {
            if (node.body != null && node.body != UNSTARTED) {
                count++;
            }
        }
        return count;
    }

    @Override
    public boolean isOpen() {
        return host.isOpen();
    }

    @Override
    public boolean isIdle() {
        return tail == null;
    }

    @Override
    public int turns() {
        return turns;
    }

    @Override
    public Consumer<Object> handler() {
        return Objects.requireNonNull(handler);
    }

    public boolean hasHandler() {
        return handler != null;
    }

    public @Nullable Home home() {
        return (Home) HOME.getOpaque(this);
    }

    /** Returns whether any worker may take this strand at any time: it is warm nowhere. */
    public boolean isFree() {
        return home() == null;
    }

    @Override
    public Scheduler scheduler() {
        return host.scheduler();
    }

    @Override
    public Placement placement() {
        return PLACEMENTS.get(placement);
    }

    @Override
    public Optional<Thread> runner() {
        return isIdle() ? Optional.empty() : host.runnerOf(this);
    }

    @Override
    public boolean isCurrent() {
        return host.currentOfCaller() == this;
    }

    @Override
    public String toString() {
        Home at = home();
        return "Strand[" + placement() + (at == null ? "" : ", home " + at.id())
                + (tail == null ? ", idle]" : ", busy]");
    }
}
