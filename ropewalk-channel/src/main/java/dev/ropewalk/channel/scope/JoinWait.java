package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.Parking;
import dev.ropewalk.channel.core.Spinning;
import dev.ropewalk.channel.core.Wait;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The owner of a scope, which waits until all processes have ended. */
public final class JoinWait implements Wait {
    private final ProcessScope scope;
    private final Thread thread = Thread.currentThread();
    private volatile boolean withdrawn;
    private long since;

    JoinWait(ProcessScope scope) {
        this.scope = scope;
    }

    public static void await(ProcessScope scope) throws InterruptedException {
        boolean ignored = Parking.await(new JoinWait(scope), Parking.FOREVER);
    }

    public static void awaitUninterruptibly(ProcessScope scope) {
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
    public ProcessScope scope() {
        return scope;
    }

    @Override
    public @Nullable Spinning spinning() {
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
