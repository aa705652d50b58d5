package dev.ropewalk.sim.thread;

import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stands before the JDK's timers of virtual threads. What a world's thread arms there, for a {@link Thread#sleep} or a timed wait
 * of user code, becomes a timer of the world; all else goes on to the JDK. Only this one method of the executor is ever called.
 *
 * <p>The JDK gives milliseconds for {@link Object#wait(long)}, which just ends when its timer does, and nanoseconds for a park,
 * after which the caller reads the real clock and parks again if that doesn't agree.
 */
final class WorldTimers extends ScheduledThreadPoolExecutor {
    private final ScheduledExecutorService jdk;

    private WorldTimers(ScheduledExecutorService jdk) {
        super(0);
        this.jdk = jdk;
    }

    /** Replaces the JDK's timers, once in a JVM. */
    static void install(ScheduledExecutorService[] timers) {
        for (int i = 0; i < timers.length; i++) {
            timers[i] = new WorldTimers(timers[i]);
        }
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        if (Thread.currentThread() instanceof WorldThread thread && thread.driven() != null) {
            return new Delay(
                    unit == TimeUnit.NANOSECONDS
                            ? thread.host().afterRealTime(delay, command)
                            : thread.host().after(unit.toNanos(delay), command));
        }
        return jdk.schedule(command, delay, unit);
    }

    /** What the JDK holds in order to cancel it. */
    private static final class Delay implements ScheduledFuture<Object> {
        private final Runnable cancel;
        private boolean cancelled;

        Delay(Runnable cancel) {
            this.cancel = cancel;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            if (cancelled) {
                return false;
            }
            cancelled = true;
            cancel.run();
            return true;
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }

        @Override
        public boolean isDone() {
            return cancelled;
        }

        @Override
        public @Nullable Object get() {
            throw new CancellationException("a timer of a simulation has no result");
        }

        @Override
        public @Nullable Object get(long timeout, TimeUnit unit) {
            return get();
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return Objects.equals(this, other) ? 0 : 1;
        }
    }
}
