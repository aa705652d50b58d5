package dev.ropewalk.scheduler.worker;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.scheduler.queue.Inbox;
import dev.ropewalk.scheduler.queue.WorkDeque;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Whether one worker is awake, parked, or was woken and why. It makes sure that no worker sleeps beside work.
 *
 * <pre>
 *            prepare                    wake
 *   AWAKE ------------> PARKED ------------------> AWAKE
 *     ^                   |  \      wakeToSearch
 *     |     settle        |   ---------------------> SEARCHING
 *     +-------------------+----------------------------+
 * </pre>
 *
 * <p>Why no wake-up is lost (Dekker's argument): the worker writes PARKED, passes a full fence and then looks once more for
 * work. A thread that brings work publishes it, passes a full fence and then reads this word. One of the two comes second and
 * sees what the other wrote: either the worker sees the work, or the bringer sees PARKED and unparks. {@link #prepare} holds
 * the worker's fence; an {@link Inbox} put begins with an atomic exchange, which is the bringer's; for a push to a {@link
 * WorkDeque} the bringer fences by itself, if it relies on this argument: {@code Dispatch} leaves some pushes to the monitor.
 *
 * <p>PARKED is left by one compare-and-set, so that exactly one waker pays for the unpark, and with SEARCHING it hands its
 * search permit over (see {@link Sleepers}).
 */
final class ParkWord {
    static final int AWAKE = 0;
    static final int PARKED = 1;
    static final int SEARCHING = 2;

    private static final VarHandle STATE = VarHandles.of(MethodHandles.lookup(), "state", int.class);

    private volatile int state = AWAKE;

    /** Says that the worker is about to park; it must look for work once more before it does. */
    void prepare() {
        state = PARKED;
        VarHandle.fullFence();
    }

    /** Ends the parked state, by the worker itself; returns whether a waker has handed it a search permit. */
    boolean settle() {
        return (int) STATE.getAndSet(this, AWAKE) == SEARCHING;
    }

    boolean isParked() {
        return state == PARKED;
    }

    /** Returns whether the caller has to unpark the worker: it was parked, and no other thread has woken it. */
    boolean wake() {
        return state == PARKED && STATE.compareAndSet(this, PARKED, AWAKE);
    }

    /** As {@link #wake}, and hands the caller's search permit to the worker. */
    boolean wakeToSearch() {
        return state == PARKED && STATE.compareAndSet(this, PARKED, SEARCHING);
    }
}
