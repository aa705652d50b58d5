package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.ProcessDump;
import dev.ropewalk.channel.ProcessState;
import dev.ropewalk.channel.ScopeDump;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.Wait;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Takes dumps of scopes. A thread that takes one isn't parked, so what it was about to wait for is given. */
final class ScopeDumps {
    private final @Nullable Wait ofCaller;

    private ScopeDumps(@Nullable Wait ofCaller) {
        this.ofCaller = ofCaller;
    }

    static ScopeDump of(VirtualThreadScope scope, @Nullable Wait ofCaller) {
        return new ScopeDumps(ofCaller).dump(scope);
    }

    private ScopeDump dump(VirtualThreadScope scope) {
        Thread owner = scope.nesting().owner();
        return new ScopeDump(
                scope.name(),
                dump(scope, owner, ScopeNesting.describe(owner), ProcessState.RUNNING, null),
                scope.members().processes().stream()
                        .map(process -> dump(scope, process.thread, process.name(), process.state(), process.inner))
                        .toList(),
                chain(scope.nesting().inner()));
    }

    private List<ScopeDump> chain(@Nullable VirtualThreadScope first) {
        return first == null ? List.of() : List.of(dump(first));
    }

    private ProcessDump dump(
            VirtualThreadScope scope,
            Thread thread,
            String name,
            ProcessState state,
            @Nullable VirtualThreadScope opened) {
        Wait wait = waitOf(thread);
        List<StackTraceElement> stack = List.of(thread.getStackTrace());
        return wait == null
                ? new ProcessDump(name, state, "", List.of(), Optional.empty(), stack, chain(opened))
                : new ProcessDump(
                        name,
                        state,
                        wait.operation(),
                        wait.channels().stream().map(ChannelCore::name).toList(),
                        waiting(wait, scope.scheduler().nanoTime()),
                        stack,
                        chain(opened));
    }

    private @Nullable Wait waitOf(Thread thread) {
        if (thread.equals(Thread.currentThread())) {
            return ofCaller;
        }
        Object blocker = LockSupport.getBlocker(thread);
        VarHandle.acquireFence();
        return blocker instanceof Wait wait && wait.isPending() ? wait : null;
    }

    private static Optional<Duration> waiting(Wait wait, long now) {
        long since = wait.since();
        return since == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(now - since));
    }
}
