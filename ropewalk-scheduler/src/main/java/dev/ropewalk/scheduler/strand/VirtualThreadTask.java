package dev.ropewalk.scheduler.strand;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.queue.Inbox;
import dev.ropewalk.scheduler.queue.QueueNode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * What the JDK takes for the scheduler of one virtual thread: it is asked to run the thread's continuation whenever the
 * thread can go on, and queues itself at a worker, its home, which runs it.
 *
 * <p>Virtual threads started from this one without a factory inherit it and submit their continuations here, too. In this
 * one's name they would be taken for it. The JDK submits one and the same object for a thread as long as it lives, and a
 * thread is started before it can have children. So the first continuation is the thread's own, and any other is a child's,
 * which runs wherever a worker is free. The JDK's {@link SocketPollers} are an exception.
 *
 * <p>Why it needs no queue of its own, unlike a strand: the JDK changes the thread's state before it submits the
 * continuation, and the continuation does nothing unless it can change that state back. So it never runs twice at a time,
 * whichever thread is asked to run it, and threads that run it one after the other see what was written before. It may be
 * queued twice, though: a thread that takes the stack trace of one that waits to go on submits it again. Hence this is no
 * node of an {@link Inbox}, and what is written outside the run itself is only a guess where to run: {@code home} is written
 * by the thread that queues it and the one that takes it, in opaque mode, and an old value sends it to its former home.
 *
 * <p>A continuation submitted by the very worker that runs it, without a virtual thread mounted, was just unmounted and can
 * go on already: nearly always it has yielded. It goes behind everything else that waits at its worker, or yielding would let
 * no other one run.
 *
 * <p>A thread that wakes this one may run out of stack. It may be queued by then or not, and is queued again by others: see
 * {@link Mishaps}.
 *
 * <p>A continuation is never refused, since its thread would be lost; only the start of a thread is.
 */
public final class VirtualThreadTask implements Executor, Runnable {
    private static final VarHandle HOME = VarHandles.of(MethodHandles.lookup(), "home", Home.class);
    private static final byte NO_WORKER = -1;

    private final StrandHost host;

    /** Written at the start; all other uses happen after it. */
    private @Nullable Runnable continuation;

    @SuppressWarnings("UnusedVariable") // read through HOME
    private Home home;

    /** The next one among the lost of {@link Mishaps}, which this is as long as {@code lost}. */
    private @Nullable VirtualThreadTask nextLost;

    private boolean lost;

    /** The LIFO streak in which this thread ran last, of whichever worker; cut short to keep the object small. */
    private byte lifoStreak;

    /** The number of the worker that has woken it last, cut short, too: a mix-up moves the thread early. */
    private byte waker = NO_WORKER;

    VirtualThreadTask(StrandHost host) {
        this.host = host;
        this.home = host.nextHomeOfThread();
    }

    /**
     * Runs a continuation soon.
     *
     * @throws RejectedExecutionException if this is to start the thread and the scheduler is closed
     */
    @Override
    @SuppressWarnings("ReferenceEquality") // asks whose continuation it is
    public void execute(Runnable submitted) {
        Home self = host.currentWorker();
        if (continuation == null) {
            host.refuseIfClosed();
            continuation = submitted;
        } else if (continuation != submitted) {
            SocketPollers.executorOf(submitted, this::runChild).execute(submitted);
            return;
        }
        try {
            if (self != null && self.carried() == this) {
                host.enqueueLast(this, self);
            } else {
                host.enqueue(this, self);
            }
        } catch (Throwable failed) {
            Mishaps mishaps = host.mishaps;
            synchronized (mishaps) {
                if (!lost) {
                    lost = true;
                    nextLost = mishaps.threads;
                    mishaps.threads = this;
                }
                mishaps.any = true;
            }
        }
    }

    /** Queues this thread, which was lost, and returns the next lost one. */
    public @Nullable VirtualThreadTask nextAfterEnqueuing() {
        VirtualThreadTask next;
        synchronized (host.mishaps) {
            next = nextLost;
            nextLost = null;
            lost = false;
        }
        execute(Objects.requireNonNull(continuation));
        return next;
    }

    private void runChild(Runnable child) {
        host.execute(new ChildContinuation(child));
    }

    /** Runs the continuation until the thread unmounts, unless it runs already. */
    @Override
    public void run() {
        Objects.requireNonNull(continuation).run();
    }

    /**
     * Notes the worker that runs this thread next, before it runs; returns whether it is at home there. A thief becomes its home.
     */
    @SuppressWarnings("ReferenceEquality") // asks which worker it is
    public boolean arrive(Home worker) {
        if (home() == worker) {
            return true;
        }
        if (worker.hasHomes()) {
            settle(worker);
            worker.countMove();
        }
        return false;
    }

    /** Notes that this thread runs in a LIFO streak of its worker; returns whether it has done so before. */
    public boolean markLifoStreak(byte current) {
        boolean back = lifoStreak == current;
        lifoStreak = current;
        return back;
    }

    /** Notes which worker wakes this thread; returns whether the same one has done so the last time. */
    public boolean noteWaker(Home worker) {
        boolean again = waker == (byte) worker.id();
        waker = (byte) worker.id();
        return again;
    }

    /** Gives this thread a home. */
    public void settle(Home worker) {
        HOME.setOpaque(this, worker);
    }

    public Home home() {
        return (Home) HOME.getOpaque(this);
    }

    /** The continuation of a virtual thread without a home. */
    public static final class ChildContinuation extends QueueNode implements Runnable {
        private final Runnable continuation;

        ChildContinuation(Runnable continuation) {
            this.continuation = continuation;
        }

        @Override
        public void run() {
            continuation.run();
        }

        @Override
        protected Object item() {
            return this;
        }
    }
}
