package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.core.AdaptiveSpin;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.Wait;
import dev.ropewalk.channel.core.WaitLoop;
import dev.ropewalk.scheduler.park.Parking;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The owner of a scope, which waits until all processes have ended. */
final class JoinWait implements Wait {
    private final VirtualThreadScope scope;
    private final Thread thread = Thread.currentThread();
    private volatile boolean withdrawn;
    private long since;

    JoinWait(VirtualThreadScope scope) {
        this.scope = scope;
    }

    static void await(VirtualThreadScope scope) throws InterruptedException {
        boolean ignored = WaitLoop.await(new JoinWait(scope), Parking.FOREVER);
    }

    static void awaitUninterruptibly(VirtualThreadScope scope) {
        boolean interrupted = false;
        while (scope.members().running() > 0) {
            try {
                await(scope);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public VirtualThreadScope scope() {
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
        return scope.members().running() == 0;
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
