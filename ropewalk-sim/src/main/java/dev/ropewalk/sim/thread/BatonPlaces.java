package dev.ropewalk.sim.thread;

import dev.ropewalk.base.SafeLog;
import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.scheduler.step.SchedulerThread;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Places on platform threads that pass a baton: one runs, the others wait. For JVMs that don't let virtual threads run on the
 * world's thread. Some microseconds slower a step, and code that waits other than through the scheduler keeps the baton, which
 * the {@link Watchdog} finds.
 */
final class BatonPlaces extends Places {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.sim", BatonPlaces.class);
    private static final int MOST_REFUSALS = 1_000;

    /** How long the end of a world waits for the end of a thread that waits by the JDK's means, and for one that runs. */
    private static final int WAITING_LOOKS = 3;

    private static final int RUNNING_LOOKS = 100;
    private static final Duration LOOK = Duration.ofMillis(1);

    private final String name;

    /** That of the thread that has made the world: its threads are to find the same classes. */
    private final @Nullable ClassLoader contextLoader = Thread.currentThread().getContextClassLoader();

    private final AtomicInteger threads = new AtomicInteger();
    private final AtomicInteger places = new AtomicInteger();
    private volatile @Nullable Thread driver;
    private final Set<BatonPlace> all = ConcurrentHashMap.newKeySet();
    private volatile boolean driving;
    private volatile @Nullable BatonPlace running;

    /** The thread that has given the baton away and ends. Written by it, and read by the one that has the baton next. */
    private volatile @Nullable BatonThread ended;

    BatonPlaces(PlaceHost host, String name) {
        super(host);
        this.name = name;
    }

    private BatonPlace newPlace(String threadName, Runnable body, boolean works) {
        var place = new BatonPlace(places.getAndIncrement(), works);
        var thread = new BatonThread(threadName, this, place, body);
        thread.setContextClassLoader(contextLoader);
        place.thread = thread;
        return place;
    }

    @Override
    public Place newWorker(String workerName, Runnable body) {
        BatonPlace place = newPlace(workerName, body, true);
        threadOf(place).start();
        return place;
    }

    @Override
    public ThreadFactory threadFactory(boolean inherits) {
        return task -> threadOf(newPlace(name + "-thread-" + threads.incrementAndGet(), task, false));
    }

    private static BatonThread threadOf(BatonPlace place) {
        return Objects.requireNonNull(place.thread);
    }

    void started(BatonPlace place) {
        all.add(place);
        if (!place.works) {
            host.started(place);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // asks which place it is
    public boolean transfer(Place from, @Nullable Place to) {
        if (from == to || host.isEnded()) {
            return true;
        }
        give(to);
        threadOf((BatonPlace) from).awaitTurn();
        return true;
    }

    private void give(@Nullable Place to) {
        running = (BatonPlace) to;
        if (to == null) {
            driving = false;
            LockSupport.unpark(driver);
        } else {
            threadOf((BatonPlace) to).give();
        }
    }

    @Override
    public void park(Place here, Object blocker) {
        var place = (BatonPlace) here;
        if (place.permit) {
            place.permit = false;
            return;
        }
        if (Thread.currentThread().isInterrupted()) {
            return;
        }
        place.parked = true;
        LockSupport.setCurrentBlocker(blocker);
        host.blocked(place);
        transfer(place, host.next());
        LockSupport.setCurrentBlocker(null);
    }

    @Override
    public void unpark(Thread thread) {
        if (!(thread instanceof BatonThread own)) {
            LockSupport.unpark(thread);
            return;
        }
        if (!isCaller() && driving) {
            host.wokenByStranger(own.place, new Throwable("woken here, by " + Thread.currentThread()));
        } else if (own.place.parked) {
            own.place.parked = false;
            host.woken(own.place);
        } else {
            own.place.permit = true;
        }
    }

    /** Called by the thread that has the baton: one that has ended must be seen to have, by {@link Thread#isAlive} and others. */
    void awaitEnded() {
        BatonThread ending = ended;
        if (ending != null) {
            ended = null;
            Uninterruptibly.join(ending);
        }
    }

    void interrupted(BatonPlace place) {
        if (place.parked) {
            unpark(threadOf(place));
        }
    }

    /** The calling thread, which is that of a place, ends. */
    void end(BatonPlace place) {
        all.remove(place);
        if (!host.isEnded()) {
            host.ended(place);
            Place next = host.next();
            ended = threadOf(place);
            give(next);
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // asks which place it is
    public boolean isCaller() {
        return SchedulerThread.current() instanceof BatonThread own && own.places == this && own.place == running;
    }

    @Override
    public void drive(Watchdog watchdog) {
        driver = Thread.currentThread();
        driving = true;
        give(host.next());
        watchdog.await(new View());
    }

    /** What another thread sees of this. */
    private final class View implements Watchdog.Sight {
        @Override
        public boolean isRunning() {
            return driving;
        }

        @Override
        public long progress() {
            return host.steps();
        }

        @Override
        public @Nullable Thread runner() {
            BatonPlace place = running;
            return place == null ? null : place.thread;
        }

        /** A thread that waits while it has the baton waits for one that can't run. */
        @Override
        public boolean isLost(Thread runner) {
            Thread.State state = runner.getState();
            return state == Thread.State.BLOCKED
                    || (state == Thread.State.WAITING && !((BatonThread) runner).isAwaitingTurn());
        }
    }

    @Override
    public boolean areStrangersAwaited(boolean atRest) {
        return false;
    }

    @Override
    public boolean awaitStrangers() {
        return false;
    }

    @Override
    public void refuse() {
        if (SchedulerThread.current() instanceof BatonThread own && own.places == this) {
            refuse(own.place);
        }
    }

    private void refuse(BatonPlace place) {
        if (++place.refusals > MOST_REFUSALS) {
            place.isStopped = true;
            while (place.isStopped) {
                LockSupport.park(this);
                boolean ignored = Thread.interrupted();
            }
        }
    }

    @Override
    public void close() {
        List<BatonPlace> left = new ArrayList<>(all);
        left.sort(Comparator.comparingInt(place -> place.number));
        for (BatonPlace place : left) {
            threadOf(place).give();
            awaitEnd(place);
        }
        left.removeIf(place -> !threadOf(place).isAlive());
        left.forEach(this::awaitEnd);
        left.removeIf(place -> !place.isStopped);
        if (!left.isEmpty()) {
            LOG.log(
                    Level.WARNING,
                    "threads of a simulation go on though it has ended, and were stopped for ever: "
                            + left.stream().map(BatonPlaces::threadOf).toList());
        }
    }

    /** Waits until a thread has ended, or was stopped for ever, or waits for another one that isn't its world's. */
    private void awaitEnd(BatonPlace place) {
        BatonThread thread = threadOf(place);
        int looks = 0;
        while (!place.isStopped && looks < RUNNING_LOOKS && !joinBriefly(thread)) {
            looks += thread.getState() == Thread.State.RUNNABLE ? 1 : RUNNING_LOOKS / WAITING_LOOKS;
            if (!place.isStopped && thread.getState() != Thread.State.RUNNABLE) {
                thread.interrupt();
            }
        }
    }

    private static boolean joinBriefly(Thread thread) {
        boolean interrupted = Thread.interrupted();
        try {
            return thread.join(LOOK);
        } catch (InterruptedException e) {
            interrupted = true;
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
