package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.ProcessSnapshot;
import dev.ropewalk.channel.ProcessState;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.Wait;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Takes snapshots of scopes. A thread that takes one isn't parked, so what it was about to wait for is given. */
final class ScopeSnapshots {
    private final @Nullable Wait ofCaller;

    private ScopeSnapshots(@Nullable Wait ofCaller) {
        this.ofCaller = ofCaller;
    }

    static ScopeSnapshot of(VirtualThreadScope scope, @Nullable Wait ofCaller) {
        return new ScopeSnapshots(ofCaller).snapshot(scope);
    }

    private ScopeSnapshot snapshot(VirtualThreadScope scope) {
        Thread owner = scope.nesting().owner();
        return new ScopeSnapshot(
                scope.name(),
                snapshot(scope, owner, ScopeNesting.describe(owner), ProcessState.RUNNING, null),
                scope.members().processes().stream()
                        .map(process ->
                                snapshot(scope, process.thread, process.name(), process.stateNow(), process.inner))
                        .toList(),
                chain(scope.nesting().inner()));
    }

    private List<ScopeSnapshot> chain(@Nullable VirtualThreadScope first) {
        return first == null ? List.of() : List.of(snapshot(first));
    }

    private ProcessSnapshot snapshot(
            VirtualThreadScope scope,
            Thread thread,
            String name,
            ProcessState state,
            @Nullable VirtualThreadScope opened) {
        Wait wait = waitOf(thread);
        List<StackTraceElement> stack = List.of(thread.getStackTrace());
        return wait == null
                ? new ProcessSnapshot(name, state, "", List.of(), Optional.empty(), stack, chain(opened))
                : new ProcessSnapshot(
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
