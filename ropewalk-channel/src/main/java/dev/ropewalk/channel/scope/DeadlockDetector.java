package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.ChannelScope;
import dev.ropewalk.channel.core.Wait;
import dev.ropewalk.channel.core.WaitLoop;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a scope is in a deadlock: the owner, which asks, the processes, and those of the scopes within it.
 *
 * <p>A thread <em>sleeps</em> if it waits without a time limit for channels or processes of this scope or of scopes within it,
 * or joins a scope within it. Only the owner and the processes may use those channels, and only a process can end itself. So if
 * all of them slept at one moment, no thread is left that could ever wake one of them.
 *
 * <p>Why there was such a moment. The first pass notes the wait of each thread, found as its park blocker. The second pass looks
 * at the same waits again. The moment is the one between the passes.
 * <ul>
 *   <li><em>No thread was woken.</em> A wait is for one episode, and once ended it stays so. If the second pass finds it pending,
 *       it was pending at the moment, and its thread was still inside it.
 *   <li><em>No thread was interrupted.</em> Suppose that a thread was interrupted before the moment. In the second pass the
 *       interrupt is either still to be seen, or the thread has cleared it. Then the thread had left its park, so that its
 *       blocker was no longer the wait, and it goes back there only if the wait was ended. So interrupt, blocker and wait are
 *       looked at in this order.
 *   <li><em>No thread was overlooked.</em> A process is added to its scope, then counted, then started. The count at the moment
 *       is the count before the first pass, so each process that ran was in its scope when the first pass looked there. A scope
 *       within is opened by a thread that is awake, and a pass that sees this thread wait afterwards sees the scope, too.
 *   <li><em>No process was about to end.</em> A process leaves its scope as the last thing that it does, after it has woken the
 *       threads that wait for its end. A join is pending as long as there are processes.
 * </ul>
 * Blockers are read without any order; the fence behind the read belongs to the one in {@link WaitLoop}.
 *
 * <p>How far a wait <em>reaches</em>: the depth of the outermost scope that holds something which can end it. A wait for a
 * process reaches to the innermost scope that holds both the process and the thread that waits; see {@link ProcessEnd}. A
 * thread that is awake reaches further than any scope.
 *
 * <p>If a scope within is in a deadlock of its own, that is left to its owner: it fails alone, and other threads may go on then.
 */
final class DeadlockDetector {
    /** The reach of a thread that is awake: below the depth of any scope. */
    private static final int AWAKE = -1;

    private final VirtualThreadScope scope;
    private final List<Wait> waits = new ArrayList<>();

    private DeadlockDetector(VirtualThreadScope scope) {
        this.scope = scope;
    }

    /** Returns whether a scope is in a deadlock; called by its owner, with the owner's wait. */
    static boolean isDeadlocked(VirtualThreadScope scope, Wait ofOwner) {
        var detector = new DeadlockDetector(scope);
        long spawns = scope.nesting().spawns().get();
        return detector.noteWaits(ofOwner)
                && spawns == scope.nesting().spawns().get()
                && detector.waits.stream().allMatch(DeadlockDetector::stillHolds);
    }

    /** The first pass: notes the waits of all threads; returns whether all of them sleep. */
    private boolean noteWaits(Wait ofOwner) {
        int reach = reach(ofOwner);
        return reach != AWAKE && reachOfScope(scope, reach) >= scope.nesting().depth();
    }

    /** Returns how far the waits in a scope reach, the owner's among them. */
    private int reachOfScope(VirtualThreadScope within, int reachOfOwner) {
        if (within.isEnding()) {
            return AWAKE;
        }
        int reach = reachOfOwner;
        for (VirtualProcess<?> process : within.members().processes()) {
            reach = Math.min(reach, reachOfProcess(process));
            if (reach == AWAKE) {
                return AWAKE;
            }
        }
        reach = Math.min(reach, reachOfChain(within.nesting().inner(), reachOfOwner));
        boolean isDeadlockedAlone = within != scope && reach >= within.nesting().depth();
        return isDeadlockedAlone ? AWAKE : reach;
    }

    /** Returns how far the waits reach in the scopes that an owner has opened within another, or its own reach if there are none. */
    private int reachOfChain(@Nullable VirtualThreadScope first, int reachOfOwner) {
        return first == null ? reachOfOwner : reachOfScope(first, reachOfOwner);
    }

    private int reachOfProcess(VirtualProcess<?> process) {
        Object blocker = LockSupport.getBlocker(process.thread);
        VarHandle.acquireFence();
        if (!(blocker instanceof Wait wait)) {
            return AWAKE;
        }
        int reach = reach(wait);
        return reach == AWAKE ? AWAKE : Math.min(reach, reachOfChain(process.inner, reach));
    }

    private int reach(Wait wait) {
        if (wait.isTimed() || !wait.isPending()) {
            return AWAKE;
        }
        waits.add(wait);
        List<ChannelCore<?>> channels = wait.channels();
        ChannelScope joined = wait.scope();
        if (channels.isEmpty() && joined != null) {
            return joined.depth();
        }
        int reach = Integer.MAX_VALUE;
        for (ChannelCore<?> channel : channels) {
            ChannelScope owning = channel.scopeFor(wait.thread());
            reach = Math.min(reach, owning == null ? AWAKE : owning.depth());
        }
        return reach == Integer.MAX_VALUE ? AWAKE : reach;
    }

    /** The second pass for one wait. */
    private static boolean stillHolds(Wait wait) {
        Thread thread = wait.thread();
        if (thread.isInterrupted()) {
            return false;
        }
        if (!thread.equals(Thread.currentThread()) && !wait.equals(LockSupport.getBlocker(thread))) {
            return false;
        }
        VarHandle.acquireFence();
        return wait.isPending();
    }
}
