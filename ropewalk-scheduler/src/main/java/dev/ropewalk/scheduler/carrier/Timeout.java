package dev.ropewalk.scheduler.carrier;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A command that is due at a tick: it is run once, or taken back before. Whoever takes the command out has it: the thread that runs it, or
 * the one that cancels it.
 *
 * <p>As a future it is only what the JDK makes of it: it cancels a timeout and never waits for one.
 */
final class Timeout implements ScheduledFuture<@Nullable Void> {
    private static final VarHandle COMMAND = VarHandles.of(MethodHandles.lookup(), "command", Runnable.class);

    final long tick;

    /** The next one in a slot or a batch; written by the thread that owns the list. */
    @Nullable
    Timeout next;

    private volatile @Nullable Runnable command;

    Timeout(Runnable command, long tick) {
        this.tick = tick;
        COMMAND.setRelease(this, command);
    }

    /** Takes the command, once. */
    @Nullable
    Runnable take() {
        return command == null ? null : (Runnable) COMMAND.getAndSet(this, null);
    }

    @Override
    public boolean cancel(boolean interrupting) {
        return take() != null;
    }

    @Override
    public boolean isDone() {
        return command == null;
    }

    @Override
    public boolean isCancelled() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Void get() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Void get(long timeout, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long getDelay(TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Delayed other) {
        throw new UnsupportedOperationException();
    }
}
