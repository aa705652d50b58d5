package dev.ropewalk.channel.core;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.channel.DrainResult;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Collection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Receives many elements in one step.
 *
 * <p>The step needs an array for what it takes. A thread makes it before it takes the lock, and begins again with a longer one if
 * more is there by then: under the lock it allocates nothing between claiming a sender and being able to wake it.
 */
final class Drain<T> {
    private static final int FIRST_LENGTH = 16;

    private final ChannelCore<T> channel;
    private final int most;
    private Object[] taken;
    private int count;
    private @Nullable ChannelWaiter firstWoken;
    private @Nullable ChannelWaiter lastWoken;
    private @Nullable Closure closure;

    private Drain(ChannelCore<T> channel, int most) {
        if (most <= 0) {
            throw new IllegalArgumentException("can't receive " + most + " elements at most; it must be above 0");
        }
        this.channel = channel;
        this.most = most;
        this.taken = new Object[Math.min(most, FIRST_LENGTH)];
    }

    /** As {@link Receiver#drainTo}. */
    static <T> int into(ChannelCore<T> channel, Collection<? super T> target, int most) {
        Objects.requireNonNull(target, "target");
        Drain<T> drain = new Drain<>(channel, most);
        Closure closure = drain.run(target);
        if (closure != null) {
            throw closure.exception(channel.name());
        }
        return drain.count;
    }

    /** As {@link Receiver#drainResult}. */
    static <T> DrainResult resultInto(ChannelCore<T> channel, Collection<? super T> target, int most) {
        Objects.requireNonNull(target, "target");
        Drain<T> drain = new Drain<>(channel, most);
        Closure closure = drain.run(target);
        if (closure != null) {
            return closure.drainResult();
        }
        return drain.count == 0 ? DrainResult.empty() : DrainResult.drained(drain.count);
    }

    /** Returns the end of the channel if nothing else was there. */
    private @Nullable Closure run(Collection<? super T> target) {
        StackRoom.require();
        Steps.before(StepKind.RECEIVE, channel);
        int there = attempt();
        while (there > taken.length && taken.length < most) {
            taken = new Object[(int) Math.min(most, Math.max(there, 2L * taken.length))];
            there = attempt();
        }
        try {
            ChannelCore.wakeAll(firstWoken);
        } finally {
            handTo(target);
        }
        return count == 0 ? closure : null;
    }

    /** Takes what is there if the array has room for it; returns how much is there. */
    private int attempt() {
        channel.lock();
        try {
            int there = channel.receivableLocked();
            if (there <= taken.length || taken.length == most) {
                takeLocked();
            }
            return there;
        } finally {
            channel.unlock();
        }
    }

    private void takeLocked() {
        while (count < taken.length) {
            Object outcome = receiveUnlessFull();
            if (outcome == Signal.WAIT) {
                return;
            }
            if (outcome instanceof Closure ended) {
                closure = ended;
                return;
            }
            if (outcome instanceof ChannelWaiter sender) {
                taken[count++] = Objects.requireNonNull(sender.value);
                link(sender);
            } else {
                taken[count++] = outcome;
            }
        }
    }

    /** Ends with what was taken if there is no memory to take more: a step that needs some takes it before it changes anything. */
    private Object receiveUnlessFull() {
        try {
            Steps.failIfStruck(FaultKind.ALLOCATION_FAILURE, channel);
            return channel.tryReceiveLocked();
        } catch (OutOfMemoryError full) {
            if (count == 0) {
                throw full;
            }
            return Signal.WAIT;
        }
    }

    private void link(ChannelWaiter sender) {
        ChannelWaiter last = lastWoken;
        if (last == null) {
            firstWoken = sender;
        } else {
            last.next = sender;
        }
        lastWoken = sender;
    }

    /** The target is foreign code, so it gets the elements when the lock is free. */
    @SuppressWarnings("unchecked") // only elements are sent
    private void handTo(Collection<? super T> target) {
        int handed = 0;
        try {
            for (; handed < count; handed++) {
                target.add((T) taken[handed]);
            }
        } finally {
            for (int refused = handed; refused < count; refused++) {
                channel.giveBack(taken[refused]);
            }
        }
    }
}
