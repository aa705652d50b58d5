package dev.ropewalk.channel.scope;

import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.ChannelScope;
import dev.ropewalk.channel.core.Wait;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether all in a scope are asleep for good: the owner, who asks, the processes, and those of the scopes within.
 *
 * <p>Asleep is who waits without a time limit for channels that belong to this scope or to scopes within it, or joins a scope
 * within. Only the owner and the processes may use those channels. So if all were asleep at one moment, nobody is left who could
 * wake any of them, ever.
 *
 * <p>Why there was such a moment. The first pass notes the wait of each, found as its thread's park blocker; the second looks
 * at the same waits again. The moment is the one between.
 * <ul>
 *   <li><em>Nobody was woken.</em> A wait is for one episode, and once ended it stays so. If the second pass finds it pending,
 *       it was pending at the moment, and its thread was still inside it.
 *   <li><em>Nobody was interrupted.</em> Suppose a thread was, before the moment. In the second pass the interrupt is either
 *       still to be seen, or the thread has cleared it. Then it had left its park, so that its blocker was no longer the wait,
 *       and it goes back there only if the wait was ended. So interrupt, blocker and wait are looked at in this order.
 *   <li><em>Nobody was overlooked.</em> A process is added to its scope, then counted, then started. The count at the moment is
 *       the one before the first pass, so whoever ran was in the scope when that looked there. A scope within is opened by one
 *       who is awake, and is seen by whoever sees its owner wait afterwards.
 *   <li><em>Nobody was on the way out.</em> A process leaves its scope as the last thing that it does, when it has told whom
 *       it concerns. A join is pending as long as there are processes.
 * </ul>
 * Blockers are read without any order; the fence behind belongs to the one in {@link Parking}.
 *
 * <p>If a scope within is all asleep for itself, that is left to its owner: it fails alone, and others may go on then.
 */
final class Stillness {
    /** The reach of who isn't asleep: below the depth of any scope. */
    private static final int AWAKE = -1;

    private final VirtualThreadScope scope;
    private final List<Wait> waits = new ArrayList<>();

    private Stillness(VirtualThreadScope scope) {
        this.scope = scope;
    }

    /** Returns whether all are asleep; called by the owner, whose wait it is given. */
    static boolean reigns(VirtualThreadScope scope, Wait ofOwner) {
        Stillness stillness = new Stillness(scope);
        long spawns = scope.nesting().spawns().get();
        return stillness.isAsleep(ofOwner)
                && spawns == scope.nesting().spawns().get()
                && stillness.waits.stream().allMatch(Stillness::goesOn);
    }

    private boolean isAsleep(Wait ofOwner) {
        int reach = reach(ofOwner);
        return reach != AWAKE && reachOfScope(scope, reach) >= scope.nesting().depth();
    }

    /** Returns the least depth of a scope for whose channels anybody in a scope waits. */
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
        boolean sleepsAlone = within != scope && reach >= within.nesting().depth();
        return sleepsAlone ? AWAKE : reach;
    }

    /** Returns the same for the scopes that an owner has opened within another, or his own reach if there are none. */
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
        if (wait instanceof JoinWait join) {
            return join.scope().nesting().depth();
        }
        int reach = Integer.MAX_VALUE;
        for (ChannelCore<?> channel : wait.channels()) {
            ChannelScope owning = channel.scopeFor(wait.thread());
            reach = Math.min(reach, owning == null ? AWAKE : owning.depth());
        }
        return reach == Integer.MAX_VALUE ? AWAKE : reach;
    }

    private static boolean goesOn(Wait wait) {
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
