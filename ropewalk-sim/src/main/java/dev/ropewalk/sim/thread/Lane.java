package dev.ropewalk.sim.thread;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread that runs worlds one after the other, while the calling thread looks whether they go on: a world that is driven by its
 * caller costs no hand-over between threads. Several lanes may be watched by one thread.
 */
public final class Lane<T> implements Watchdog.Sight {
    private final Callable<T> work;
    private final BooleanSupplier waiting;
    private final Thread caller = Thread.currentThread();
    private final WorldThread thread;
    private @Nullable T result;
    private @Nullable Throwable failure;
    private volatile boolean ended;

    /** What ran at the last look in a world that had ended, and how often it had been resumed. For the thread that looks. */
    private @Nullable CarriedPlace lastSeen;

    private int lastResumptions;

    /** Makes a lane that the calling thread will watch; {@code waiting} tells whether it waits for other lanes. */
    Lane(String name, Callable<T> work, BooleanSupplier waiting) {
        this.work = work;
        this.waiting = waiting;
        this.thread = new WorldThread(name, this::run);
        thread.setContextClassLoader(caller.getContextClassLoader());
    }

    /**
     * Runs something in a lane of its own.
     *
     * @return what it returned
     * @throws StuckException if it holds a world up; then its thread is left behind
     */
    public static <T> T call(String name, Callable<T> work, Watchdog watchdog) {
        return call(name, work, () -> false, watchdog);
    }

    /**
     * Runs something in a lane of its own.
     *
     * @param idle tells whether it runs no world at this moment, and may do so for any time
     * @return what it returned
     * @throws StuckException if it holds a world up; then its thread is left behind
     */
    public static <T> T call(String name, Callable<T> work, BooleanSupplier idle, Watchdog watchdog) {
        var lane = new Lane<>(name, work, idle);
        lane.start();
        watchdog.await(lane);
        return lane.outcome();
    }

    void start() {
        thread.start();
    }

    private void run() {
        try {
            result = work.call();
        } catch (Throwable thrown) {
            failure = thrown;
        }
        ended = true;
        LockSupport.unpark(caller);
    }

    @SuppressWarnings("NullAway") // what the work returned, whatever T allows
    private T outcome() {
        return switch (failure) {
            case null -> result;
            case RuntimeException thrown -> throw thrown;
            case Error thrown -> throw thrown;
            default -> throw new CompletionException(failure);
        };
    }

    @Override
    public boolean isRunning() {
        return !ended;
    }

    @Override
    public boolean isWaiting() {
        return waiting.getAsBoolean();
    }

    @Override
    public long progress() {
        CarriedPlaces driven = thread.driven();
        return thread.drives() + (driven == null ? 0 : driven.host.steps());
    }

    @Override
    public Thread runner() {
        CarriedPlaces driven = thread.driven();
        CarriedPlace running = driven == null ? null : driven.running();
        Thread runner = running == null ? null : running.thread;
        return runner == null ? thread : runner;
    }

    @Override
    public void nudge() {
        CarriedPlaces driven = thread.driven();
        if (driven == null || !driven.hasEnded()) {
            return;
        }
        CarriedPlace running = driven.running();
        int resumptions = running == null ? 0 : running.resumptions;
        if (running != null && running.equals(lastSeen) && resumptions == lastResumptions) {
            driven.calm(running);
        }
        lastSeen = running;
        lastResumptions = resumptions;
    }

    @Override
    public @Nullable WorldFailure failure() {
        CarriedPlaces driven = thread.driven();
        return driven == null || !driven.hasEnded() ? null : driven.host.failure();
    }

    /** A virtual thread that is pinned parks the thread that carries it, and the time will be up. */
    @Override
    public boolean isLost(Thread runner) {
        return false;
    }
}
