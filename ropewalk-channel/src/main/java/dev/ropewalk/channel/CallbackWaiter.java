package dev.ropewalk.channel;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A callback that waits at a channel. It is its own task: what wakes it gives it to the executor. */
abstract class CallbackWaiter extends Waiter implements Runnable, PendingOperation {
    private static final Logger LOGGER = System.getLogger("dev.ropewalk.channel");

    private final Executor executor;

    CallbackWaiter(LockedChannel<?> channel, @Nullable Object value, Executor executor) {
        super(channel, value);
        this.executor = executor;
    }

    @Override
    final boolean claim() {
        return true;
    }

    @Override
    final boolean isCallback() {
        return true;
    }

    @Override
    final boolean isWaiting() {
        return queue != null;
    }

    @Override
    final void wake() {
        try {
            executor.execute(this);
        } catch (RuntimeException rejected) {
            LOGGER.log(Level.WARNING, "channel " + channel.name() + ": the executor rejected a callback", rejected);
            rejected();
        }
    }

    /** Says that the callback won't be called. */
    abstract void rejected();

    @Override
    public final boolean cancel() {
        return channel.withdraw(this);
    }
}
