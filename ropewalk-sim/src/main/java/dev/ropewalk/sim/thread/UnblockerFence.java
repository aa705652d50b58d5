package dev.ropewalk.sim.thread;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the JDK's thread that resumes virtual threads after they waited for a monitor has done what it had begun. It lets
 * a virtual thread of its own wait for a monitor that another one leaves, and waits until the JDK's thread has resumed it. That
 * thread takes all that have come since its last look, in any order. So what was marked before two passes began was submitted
 * when they end. One serves all worlds of a {@link WorldThread}.
 *
 * <p>The thread that carries these must not hold the monitor itself: a virtual thread would be taken for it and enter.
 */
final class UnblockerFence {
    private static final int SPINS = 1_000;

    private final Object monitor = new Object();
    private final Stepped holder = new Stepped("monitor-holder", this::hold);
    private final Stepped waiter = new Stepped("monitor-waiter", this::enter);

    /** How often the monitor was entered by the thread that waits for it. */
    private int entered;

    private void hold() {
        while (true) {
            LockSupport.park(this);
            synchronized (monitor) {
                LockSupport.park(this);
            }
        }
    }

    private void enter() {
        while (true) {
            LockSupport.park(this);
            synchronized (monitor) {
                entered++;
            }
        }
    }

    /** Called by the thread that carries the world. */
    void pass() {
        int before = entered;
        holder.unparkAndRun();
        waiter.unparkAndRun();
        holder.unparkAndRun();
        awaitWaiter();
        waiter.run();
        if (entered != before + 1) {
            throw new IllegalStateException("the JDK has resumed a virtual thread whose monitor was held");
        }
    }

    /** Spins, and then leaves the CPU to the JDK's thread: worlds that wait for it may be more than there are CPUs. */
    @SuppressWarnings("ThreadPriorityCheck") // a yield is a favour, and nothing relies on it
    private void awaitWaiter() {
        for (int looks = 0; waiter.submitted == null; looks++) {
            if (looks < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }

    /** Gives its threads up. Each is parked, and neither holds the monitor. */
    void close() {
        holder.forget();
        waiter.forget();
    }

    /** A virtual thread that runs from one park to the next. */
    private static final class Stepped implements Executor {
        private final Thread thread;
        private volatile @Nullable Runnable submitted;

        Stepped(String name, Runnable body) {
            thread = JdkThreads.newBuilder(this)
                    .name(name)
                    .inheritInheritableThreadLocals(false)
                    .unstarted(body);
        }

        @Override
        public void execute(Runnable continuation) {
            submitted = continuation;
        }

        void unparkAndRun() {
            if (thread.getState() == Thread.State.NEW) {
                thread.start();
                run();
            }
            LockSupport.unpark(thread);
            run();
        }

        void forget() {
            if (thread.isAlive()) {
                JdkThreads.forget(thread);
            }
        }

        void run() {
            Runnable continuation = Objects.requireNonNull(submitted);
            submitted = null;
            continuation.run();
        }
    }
}
