package dev.ropewalk.channel.scope;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.ChannelScope;
import dev.ropewalk.channel.core.Closure;
import dev.ropewalk.channel.core.OverflowPolicy;
import dev.ropewalk.channel.core.Signal;
import dev.ropewalk.channel.core.ThreadWaiter;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import org.jspecify.annotations.Nullable;

/**
 * The end of a process, as something to wait for: a channel without elements, which the process closes. So a thread
 * joins a process, and a select waits for it, as they wait for channels.
 *
 * <p>Any thread and any callback may wait here. It belongs to no scope, but a scope holds both the waiting thread and the
 * process, unless they have nothing to do with each other; a deadlock of that scope may include the wait, because only the
 * process can end it.
 */
final class ProcessEnd extends ChannelCore<Object> {
    private final VirtualProcess<?> process;

    ProcessEnd(VirtualProcess<?> process) {
        super(0, OverflowPolicy.WAIT, "end of process " + process.name(), null, null);
        this.process = process;
    }

    /** Waits until the process has ended, for so many nanoseconds at most; returns whether it has. */
    boolean await(long nanos) throws InterruptedException {
        StackRoom.require();
        Steps.before(StepKind.ACCESS, process.scope);
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before joining process " + process.name());
        }
        return ThreadWaiter.receive(this, nanos) != Signal.WAIT;
    }

    /** Lets all go on that wait for the process. */
    void close() {
        end(Closure.CLOSED);
    }

    @Override
    public @Nullable ChannelScope scopeFor(Thread waiting) {
        VirtualThreadScope at = process.scope;
        while (at != null && !at.nesting().isParty(waiting)) {
            at = at.nesting().outer();
        }
        return at;
    }

    @Override
    public String operation(boolean sends) {
        return "join process " + process.name();
    }
}
