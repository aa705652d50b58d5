package dev.ropewalk.channel.select;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.channel.core.AdaptiveSpin;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.ChannelScope;
import dev.ropewalk.channel.core.Wait;
import dev.ropewalk.scheduler.park.Parking;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A thread that waits in a select; it is woken as a {@code ThreadWaiter} is. */
final class ThreadSelection extends Selection implements Wait {
    private static final VarHandle WOKEN = VarHandles.of(MethodHandles.lookup(), "woken", boolean.class);

    private final Thread thread = Thread.currentThread();
    private final @Nullable AdaptiveSpin spinning;
    private long since;
    private boolean timed;

    @SuppressWarnings("UnusedVariable") // accessed through WOKEN
    private volatile boolean woken;

    ThreadSelection(int clauses, @Nullable AdaptiveSpin spinning) {
        super(clauses);
        this.spinning = spinning;
    }

    @Override
    void wake() {
        Thread waiting = thread;
        WOKEN.setRelease(this, true);
        Parking.unpark(waiting);
    }

    @Override
    public boolean isWoken() {
        return (boolean) WOKEN.getAcquire(this);
    }

    @Override
    public boolean withdraw() {
        return giveUp();
    }

    @Override
    public boolean isPending() {
        return isUndecided();
    }

    @Override
    public @Nullable ChannelScope scope() {
        return innermostScope(thread);
    }

    @Override
    public @Nullable AdaptiveSpin spinning() {
        return spinning;
    }

    @Override
    public Thread thread() {
        return thread;
    }

    @Override
    public void begin(long since, boolean timed) {
        this.since = since;
        this.timed = timed;
    }

    @Override
    public long since() {
        return since;
    }

    @Override
    public boolean isTimed() {
        return timed;
    }

    @Override
    public List<ChannelCore<?>> channels() {
        return Arrays.stream(waiters())
                .<ChannelCore<?>>map(waiter -> waiter.channel)
                .toList();
    }

    @Override
    public String operation() {
        return Arrays.stream(waiters()).map(waiter -> waiter.clause.operation()).collect(Collectors.joining(" or "));
    }

    @Override
    public String toString() {
        return operation();
    }
}
