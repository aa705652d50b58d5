package dev.ropewalk.channel.scope;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.channel.DeadlockException;
import dev.ropewalk.channel.ProcessFailedException;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.Closure;
import dev.ropewalk.channel.event.ScopeFailedEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The processes and the channels of a scope, and how the scope has ended. A lock guards all of it; processes are interrupted
 * and channels failed outside of the lock.
 */
final class ScopeMembers {
    private record Failure(String process, Throwable thrown) {}

    private final String scope;
    private final ReentrantLock lock = new ReentrantLock();
    private final Set<VirtualProcess<?>> processes = new LinkedHashSet<>();
    private final ScopeChannels channels = new ScopeChannels();

    /** The failures behind the one that has ended the scope, or those after it was cancelled. */
    private final List<Failure> further = new ArrayList<>();

    private boolean told;
    private volatile boolean closed;
    private volatile boolean expectsWaits;
    private volatile int running;
    private volatile @Nullable ScopeEnd end;

    ScopeMembers(String scope) {
        this.scope = scope;
    }

    int running() {
        return running;
    }

    boolean isClosed() {
        return closed;
    }

    @Nullable
    ScopeEnd end() {
        return end;
    }

    /** Returns whether there ever was anything in the scope for which a process could wait in a deadlock. */
    boolean expectsWaits() {
        return expectsWaits;
    }

    /** Notes that there is something for which processes may wait; returns whether it is the first. */
    boolean expectWaits() {
        lock.lock();
        try {
            boolean first = !expectsWaits;
            expectsWaits = true;
            return first;
        } finally {
            lock.unlock();
        }
    }

    List<VirtualProcess<?>> processes() {
        lock.lock();
        try {
            return List.copyOf(processes);
        } finally {
            lock.unlock();
        }
    }

    /** Adds a process, before it starts. */
    void add(VirtualProcess<?> process) {
        lock.lock();
        try {
            ScopeEnd how = end;
            if (how != null) {
                throw how.told().get();
            }
            if (closed) {
                throw new IllegalStateException(
                        "can't spawn process " + process.name() + ": scope " + scope + " is closed");
            }
            processes.add(process);
            running = processes.size();
        } finally {
            lock.unlock();
        }
    }

    /** Removes a process, the last thing that it does; returns whether it was the last one. */
    boolean remove(VirtualProcess<?> process) {
        lock.lock();
        try {
            boolean removed = processes.remove(process);
            running = processes.size();
            return removed && processes.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Adds a channel; returns whether it was the first. */
    boolean add(ChannelCore<?> channel) {
        ScopeEnd how;
        boolean first;
        lock.lock();
        try {
            how = end;
            if (how == null && closed) {
                how = ScopeEnd.cancelled("scope " + scope + " is closed");
            }
            channels.add(channel);
            first = !expectsWaits;
            expectsWaits = true;
        } finally {
            lock.unlock();
        }
        if (how != null) {
            channel.end(new Closure(how.cause()));
        }
        return first;
    }

    /** Notes a failure, which ends the scope if it is the first. */
    void fail(VirtualProcess<?> process, Throwable thrown) {
        if (!end(ScopeEnd.failed(scope, process.name(), thrown))) {
            lock.lock();
            try {
                further.add(new Failure(process.name(), thrown));
            } finally {
                lock.unlock();
            }
        }
    }

    /** Ends the scope early: cancels its processes, fails its channels. Returns false if it had ended. */
    boolean end(ScopeEnd how) {
        List<VirtualProcess<?>> cancelled;
        List<ChannelCore<?>> failed;
        lock.lock();
        try {
            if (closed || end != null) {
                return false;
            }
            cancelled = List.copyOf(processes);
            failed = channels.all();
            end = how; // last, so that a failure to allocate leaves the scope as it was
        } finally {
            lock.unlock();
        }
        if (how.isFailure() && FlightRecorderState.isUsed()) {
            record(how.cause());
        }
        cancelled.forEach(VirtualProcess::interrupt);
        Closure closure = new Closure(how.cause());
        failed.forEach(channel -> channel.end(closure));
        return true;
    }

    private void record(Throwable failure) {
        try {
            ScopeFailedEvent.record(scope, failure.getClass().getName(), failure instanceof DeadlockException);
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }

    /** Closes the scope, whose processes have ended, and gives up what is left in its channels. */
    void close() {
        List<ChannelCore<?>> left;
        lock.lock();
        try {
            left = channels.all();
            closed = true;
        } finally {
            lock.unlock();
        }
        ScopeEnd how = end;
        Closure closure = new Closure(
                how == null
                        ? ScopeEnd.cancelled("scope " + scope + " is closed").cause()
                        : how.cause());
        for (ChannelCore<?> channel : left) {
            channel.end(closure);
            channel.abandon();
        }
    }

    /** Returns what join has to throw, which counts as told from then on. */
    @Nullable
    RuntimeException tell() {
        lock.lock();
        try {
            ScopeEnd how = end;
            if (how == null) {
                return null;
            }
            told = true;
            RuntimeException thrown = how.told().get();
            further.forEach(failure -> thrown.addSuppressed(failure.thrown));
            return thrown;
        } finally {
            lock.unlock();
        }
    }

    /** Returns what close has to throw: the failures that the owner wasn't told of. */
    @Nullable
    RuntimeException tellUntold() {
        lock.lock();
        try {
            ScopeEnd how = end;
            if (how == null || told) {
                return null;
            }
            if (how.isFailure()) {
                return tell();
            }
            if (further.isEmpty()) {
                return null;
            }
            told = true;
            Failure first = further.getFirst();
            RuntimeException thrown = new ProcessFailedException(scope, first.process, first.thrown);
            further.stream().skip(1).forEach(failure -> thrown.addSuppressed(failure.thrown));
            return thrown;
        } finally {
            lock.unlock();
        }
    }
}
