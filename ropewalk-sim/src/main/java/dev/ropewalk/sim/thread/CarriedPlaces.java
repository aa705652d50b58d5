package dev.ropewalk.sim.thread;

import dev.ropewalk.scheduler.step.SchedulerThread;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Places on virtual threads, all carried by the world's thread. The JDK asks an executor, one a place, to run a thread's
 * continuation when that can go on; here this only makes the place ready, and the world decides when it runs.
 *
 * <p>Why only one runs: the world's thread alone runs continuations, one at a time, each until it yields. Why a stop is safe
 * anywhere: {@link Thread#yield} unmounts the virtual thread with all that it holds, monitors included.
 *
 * <p>The JDK resumes by another thread, its own, those virtual threads that waited for a monitor. When a monitor is left, the JVM
 * marks the thread that comes next at once, in the thread that leaves; so the world's thread knows who comes, and waits for the
 * JDK's thread to submit it, see {@link MonitorWaits#awaitUnblocked}.
 */
final class CarriedPlaces extends Places {
    private static final String UNBLOCKER = "VirtualThread-unblocker";
    private static final int MOST_REFUSALS = 1_000;
    private static final long MOST_UNWINDING_NANOS = 20_000_000_000L;

    /** How long an interrupt is taken away at a time from code that goes on and on because of it. */
    private static final long CALM_NANOS = 5_000_000;

    /** How long one wait for a lock that a thread outside of the world holds may keep the others from going on. */
    private static final long MOST_HELD_UP_NANOS = 1_000_000_000;

    private final MonitorWaits monitorWaits = new MonitorWaits();
    private final IdentityHashMap<Runnable, CarriedPlace> children = new IdentityHashMap<>();
    private final String name;

    /** That of the thread that has made the world: its threads are to find the same classes. */
    private final @Nullable ClassLoader contextLoader = Thread.currentThread().getContextClassLoader();

    private final List<CarriedPlace> all = new ArrayList<>();
    private volatile @Nullable WorldThread driver;
    private int places;

    /** How many places are parked for a lock of the JDK. */
    private int lockWaits;

    private @Nullable CarriedPlace running;
    private @Nullable CarriedPlace selected;

    /** Whether the running place hands over, rather than waits. */
    private boolean transferring;

    /** Whether the running place was submitted by itself: it yields, or was woken before it had gone to sleep. */
    private boolean resubmitted;

    /** Whether the world must be asked once more for the next place, because it has to wait for a thread outside of it. */
    private boolean asksAgain;

    private volatile boolean unwinding;

    /** Whether the threads that are left end only when others let them, and a thread must be made for that. */
    private volatile boolean closed;

    /** Held while threads are ended. No monitor: a virtual thread that stops would take it for its own. */
    private final ReentrantLock end = new ReentrantLock();

    CarriedPlaces(PlaceHost host, String name) {
        super(host);
        this.name = name;
    }

    /** The JDK has submitted a continuation to the executor of a place. */
    @SuppressWarnings("ReferenceEquality") // asks whose continuation it is
    void submitted(CarriedPlace place, Runnable continuation) {
        if (place.continuation == null) {
            place.continuation = continuation;
            begin(place);
        } else if (continuation == place.continuation) {
            goOn(place);
        } else {
            child(continuation);
        }
    }

    private void begin(CarriedPlace place) {
        all.add(place);
        if (!place.works && !unwinding) {
            host.started(place);
        }
    }

    /** A thread that one of this world has started without a factory inherits the executor of that one. */
    private void child(Runnable submitted) {
        CarriedPlace known = children.get(submitted);
        if (known != null) {
            goOn(known);
            return;
        }
        var child = newPlace(false);
        child.continuation = submitted;
        child.thread = JdkThreads.threadOf(submitted);
        children.put(submitted, child);
        begin(child);
    }

    private CarriedPlace newPlace(boolean works) {
        return new CarriedPlace(this, places++, works);
    }

    @SuppressWarnings("ReferenceEquality") // asks which place it is
    private void goOn(CarriedPlace place) {
        if (isCaller()) {
            if (place == running) {
                resubmitted = true;
            } else if (!unwinding) {
                wake(place);
            }
        } else if (closed) {
            new WorldThread(name + "-end", () -> unwindIn((WorldThread) Thread.currentThread())).start();
        } else if (unwinding) {
            LockSupport.unpark(driver);
        } else if (Thread.currentThread().getName().equals(UNBLOCKER) || isParkedForLock(place)) {
            monitorWaits.arrive(place);
            LockSupport.unpark(driver);
        } else {
            host.wokenByStranger(place, new Throwable("woken here, by " + Thread.currentThread()));
        }
    }

    private void wake(CarriedPlace place) {
        if (place.waitsForLock) {
            place.waitsForLock = false;
            lockWaits--;
        }
        place.hasWaitedInVain = false;
        host.woken(place);
    }

    private static boolean isParkedForLock(CarriedPlace place) {
        Thread thread = place.thread;
        return thread != null && HeldLocks.isLock(LockSupport.getBlocker(thread));
    }

    @Override
    public Place newWorker(String workerName, Runnable body) {
        var place = newPlace(true);
        Thread thread = JdkThreads.newBuilder(place)
                .name(workerName)
                .inheritInheritableThreadLocals(false)
                .unstarted(body);
        thread.setContextClassLoader(contextLoader);
        place.thread = thread;
        thread.start();
        return place;
    }

    @Override
    public ThreadFactory threadFactory(boolean inherits) {
        return task -> {
            var place = newPlace(false);
            Thread thread = JdkThreads.newBuilder(place)
                    .inheritInheritableThreadLocals(inherits)
                    .unstarted(task);
            thread.setContextClassLoader(contextLoader);
            place.thread = thread;
            return thread;
        };
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // this is how a virtual thread unmounts
    public boolean transfer(Place from, @Nullable Place to) {
        selected = (CarriedPlace) to;
        transferring = true;
        Thread.yield();
        if (transferring) {
            transferring = false;
            return false;
        }
        return true;
    }

    @Override
    public void park(Place here, Object blocker) {
        var place = (CarriedPlace) here;
        place.isParkedHere = true;
        LockSupport.park(blocker);
        place.isParkedHere = false;
    }

    @Override
    public void unpark(Thread thread) {
        LockSupport.unpark(thread);
    }

    @Override
    public boolean isCaller() {
        WorldThread mine = driver;
        return mine != null && Objects.equals(SchedulerThread.current(), mine) && Objects.equals(mine.driven(), this);
    }

    @Override
    public void drive(Watchdog watchdog) {
        if (Thread.currentThread() instanceof WorldThread own && own.driven() == null) {
            driveIn(own);
        } else {
            var ignored = Lane.call(
                    name,
                    () -> {
                        driveIn((WorldThread) Thread.currentThread());
                        return true;
                    },
                    watchdog);
        }
    }

    private void driveIn(WorldThread thread) {
        driver = thread;
        thread.setDriven(this);
        try {
            driveHere();
        } finally {
            thread.setDriven(null);
        }
    }

    /** Returns the place whose code runs, as far as another thread can see. */
    @Nullable
    CarriedPlace running() {
        return running;
    }

    @Override
    public void close() {
        WorldThread last = driver;
        if (all.isEmpty() || (last != null && Objects.equals(last.driven(), this))) {
            return;
        }
        if (Thread.currentThread() instanceof WorldThread own && own.driven() == null) {
            unwindIn(own);
        } else {
            var ignored = Lane.call(
                    name,
                    () -> {
                        unwindIn((WorldThread) Thread.currentThread());
                        return true;
                    },
                    new Watchdog(MOST_UNWINDING_NANOS, Halt.after(Long.MAX_VALUE)));
        }
    }

    private void unwindIn(WorldThread thread) {
        end.lock();
        unwinding = true;
        driver = thread;
        thread.setDriven(this);
        try {
            do {
                closed = false;
                new Unwinding(all, this::run, thread).run();
                closed = true;
            } while (all.stream().anyMatch(CarriedPlaces::isRunnable));
        } finally {
            thread.setDriven(null);
            end.unlock();
        }
    }

    /** Returns whether the world has ended, so that its threads go on only to end. */
    boolean hasEnded() {
        return unwinding;
    }

    /**
     * Takes the interrupt away from code that doesn't stop any more since it was interrupted: it waits in a loop, and each wait
     * returns at once. Called by a thread that looks now and then, while it sees the same code running.
     */
    void calm(CarriedPlace place) {
        Thread thread = Objects.requireNonNull(place.thread);
        place.resists = true;
        long begin = System.nanoTime();
        while (thread.getState() == Thread.State.RUNNABLE && System.nanoTime() - begin < CALM_NANOS) {
            JdkThreads.clearInterrupt(thread); // the code may set the mark again, and again
            Thread.onSpinWait();
        }
    }

    private static boolean isRunnable(CarriedPlace place) {
        return Objects.requireNonNull(place.thread).getState() == Thread.State.RUNNABLE;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // this is how a virtual thread unmounts
    public void refuse() {
        CarriedPlace place = running;
        if (place != null && isCaller() && ++place.refusals > MOST_REFUSALS) {
            place.isStopped = true;
            Thread.yield();
        }
    }

    @Override
    public boolean areStrangersAwaited(boolean atRest) {
        if (lockWaits == 0 && monitorWaits.isEmpty()) {
            return false;
        }
        if (Thread.currentThread().isVirtual()) {
            return monitorWaits.mayCome() || (atRest && lockWaits > 0);
        }
        List<CarriedPlace> blocked = blocked();
        return (atRest || HeldLocks.areTold()) && Strangers.nanos(blocked, all, patience()) > 0;
    }

    @Override
    public boolean awaitStrangers() {
        if (Thread.currentThread().isVirtual()) {
            asksAgain = true;
            return false;
        }
        List<CarriedPlace> blocked = blocked();
        long nanos = Strangers.nanos(blocked, all, patience());
        long begin = System.nanoTime();
        for (long left = nanos; left > 0 && !monitorWaits.hasArrived(); left = nanos - (System.nanoTime() - begin)) {
            LockSupport.parkNanos(this, left);
        }
        if (!monitorWaits.takeAll(this::wake)) {
            blocked.forEach(place -> place.hasWaitedInVain = true);
            patience().lose(nanos);
        }
        return true;
    }

    private Patience patience() {
        return Objects.requireNonNull(driver).patience();
    }

    /** Returns the places that wait to enter a monitor, or for a lock. */
    private List<CarriedPlace> blocked() {
        List<CarriedPlace> blocked = new ArrayList<>();
        for (CarriedPlace place : monitorWaits.all()) {
            if (Objects.requireNonNull(place.thread).getState() == Thread.State.BLOCKED) {
                blocked.add(place);
            }
        }
        if (lockWaits > 0) {
            all.stream().filter(place -> place.waitsForLock).forEach(blocked::add);
        }
        blocked.removeIf(place -> place.hasWaitedInVain);
        return blocked;
    }

    private void run(CarriedPlace place) {
        running = place;
        place.hasBegun = true;
        resubmitted = false;
        Objects.requireNonNull(place.continuation).run();
        running = null;
        if (unwinding) {
            transferring = false;
            selected = null;
        }
    }

    private void driveHere() {
        CarriedPlace next = (CarriedPlace) host.next();
        while (next != null) {
            run(next);
            boolean asks = true;
            if (transferring) {
                transferring = false;
                asks = asksAgain;
                asksAgain = false;
            } else if (isResumedByStranger(next)) {
                continue;
            } else {
                stopped(next);
            }
            if (!monitorWaits.isEmpty()) {
                monitorWaits.awaitUnblocked(Objects.requireNonNull(driver).fence(), this::wake);
            }
            next = asks ? (CarriedPlace) host.next() : selected;
            selected = null;
        }
    }

    /**
     * Waits if the code at a place has stopped at a lock that a thread outside of the world holds, until that gives it back. Then
     * the place goes on as if the lock had been free: no step is taken, so that it doesn't matter when real threads hold a lock.
     */
    private boolean isResumedByStranger(CarriedPlace place) {
        Thread thread = place.thread;
        if (thread == null || place.hasEnded()) {
            return false;
        }
        boolean locks = isParkedForLock(place);
        if (resubmitted) {
            return locks || JdkThreads.isUnblocked(thread);
        }
        if (!locks && thread.getState() != Thread.State.BLOCKED) {
            return JdkThreads.isUnblocked(thread) && isResumedWithin(MOST_HELD_UP_NANOS, place);
        }
        if (HeldLocks.areTold()) {
            return Strangers.isHeldOutside(place, all) && isResumedWithin(MOST_HELD_UP_NANOS, place);
        }
        long nanos = patience().shortNanos();
        boolean resumed = nanos > 0 && isResumedWithin(nanos, place);
        patience().noteShort(!resumed);
        return resumed;
    }

    private boolean isResumedWithin(long nanos, CarriedPlace place) {
        long begin = System.nanoTime();
        for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - begin)) {
            if (monitorWaits.take(place)) {
                return true;
            }
            LockSupport.parkNanos(this, left);
        }
        return false;
    }

    /** The code at a place has stopped by itself. */
    private void stopped(CarriedPlace place) {
        Thread thread = place.thread;
        if (place.hasEnded()) {
            host.ended(place);
            all.remove(place);
            if (!children.isEmpty()) {
                children.remove(place.continuation);
            }
        } else if (resubmitted) {
            host.yielded(place);
        } else {
            host.blocked(place);
            if (thread != null && JdkThreads.waitsForMonitor(thread)) {
                monitorWaits.add(place);
            } else if (isParkedForLock(place)) {
                place.waitsForLock = true;
                lockWaits++;
            }
        }
    }
}
