package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.core.AdaptiveSpin;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.ChannelScope;
import dev.ropewalk.channel.core.Wait;
import dev.ropewalk.channel.core.WaitLoop;
import dev.ropewalk.scheduler.park.Parking;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The owner of a scope, which waits until all processes have ended. */
final class JoinWait implements Wait {
    private final ChannelScope scope;
    private final BooleanSupplier allHaveEnded;
    private final Thread thread = Thread.currentThread();
    private volatile boolean withdrawn;
    private long since;

    /** Makes a wait of the calling thread, which owns the scope. */
    JoinWait(ChannelScope scope, BooleanSupplier allHaveEnded) {
        this.scope = scope;
        this.allHaveEnded = allHaveEnded;
    }

    /** Waits until all processes have ended. */
    void await() throws InterruptedException {
        boolean ignored = WaitLoop.await(this, Parking.FOREVER);
    }

    @Override
    public ChannelScope scope() {
        return scope;
    }

    @Override
    public @Nullable AdaptiveSpin spinning() {
        return null;
    }

    @Override
    public Thread thread() {
        return thread;
    }

    @Override
    public boolean isWoken() {
        return allHaveEnded.getAsBoolean();
    }

    @Override
    public boolean withdraw() {
        if (isWoken()) {
            return false;
        }
        withdrawn = true;
        return true;
    }

    @Override
    public boolean isPending() {
        return !withdrawn && !isWoken();
    }

    @Override
    public void begin(long since, boolean timed) {
        this.since = since;
    }

    @Override
    public long since() {
        return since;
    }

    @Override
    public boolean isTimed() {
        return false;
    }

    @Override
    public List<ChannelCore<?>> channels() {
        return List.of();
    }

    @Override
    public String operation() {
        return "join scope " + scope.name();
    }

    @Override
    public String toString() {
        return operation();
    }
}
