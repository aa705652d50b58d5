package dev.ropewalk.pipeline.capacity;

import dev.ropewalk.base.CacheLinePadding;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The waits until the slowest stages have come to a certain sequence: of parked producers that need room, of publications that go
 * on when there is some, and of threads that close the pipeline and wait for its end.
 *
 * <p>They stand in {@linkplain WaiterLines lines}: all parked threads in one, and the publications of each executor in one of their own, as
 * long as those executors are few. A line is woken from its head, as many as the free places are enough for. What they are to claim is
 * <em>granted</em>: the line remembers up to which sequence, and chooses the next for places behind that. So each place wakes one
 * waiter of the line, however many there are. A grant keeps no other producer from claiming, waiting or not. A chosen waiter that
 * finds the place taken waits again, with its old turn.
 *
 * <p>Each line wakes its own, whatever was granted to others. An executor that never runs what it is given thus holds up its own
 * publications only, and not the thread that it is waiting for. In the common line of many executors it may hold up those of
 * others, as long as there aren't enough lines for each of them to have its own. The waiters chosen in one look are woken by
 * their turns, whatever their lines: an executor that runs at once what it is given isn't passed by waiters of later turns.
 *
 * <p>A waiter woken for each free place would be woken for each event. So a stage that goes on working wakes the line when half
 * of the ring is free, and a stage that finds nothing more to do wakes all waiters that have room.
 *
 * <p>Why no waiter waits for ever. A waiter enters, then looks once more at the stages' sequences, and waits only if there is no
 * room for it; that is, only if a stage has still to come on, or places are granted to others. That stage writes its sequence,
 * and then either finds nothing more to do, and looks here after a full fence; or handles more events, which repeats the
 * argument. (While it works on, it looks without a fence: what it misses then it sees a batch later.) A waiter with granted
 * places either claims them, and then a stage passes them and looks; or leaves, and then what was granted is taken back and the
 * line looked at again. What is granted beyond the claimed is at most what the chosen waiters are still to claim, for claims of
 * others only make it less. So when none of them is left, a line knows all free places. What happens in one line changes nothing
 * for others, so a waiter that enters or leaves looks for its own line alone, and for the lines that the common line is dissolved
 * into since one has become free.
 *
 * <p>The lowest wish is only written under the lock and read without it, and may be too low, never too high.
 */
public class CapacityWaiters extends LowestWish {
    long q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

    /** A wish so low that every stage which has advanced looks. */
    private static final long ANY = Long.MIN_VALUE;

    private final Sequencer sequencer;
    private final ReentrantLock lock = new ReentrantLock();

    private final WaiterLines lines = new WaiterLines();
    private final LongAdder stalls = new LongAdder();
    private long turns;

    public CapacityWaiters(Sequencer sequencer) {
        this.sequencer = sequencer;
    }

    /** Counts a producer's wait for room. */
    public final void countStall() {
        stalls.increment();
    }

    /** Returns how often there was one. */
    public final long stalls() {
        return stalls.sum();
    }

    /**
     * Begins a wait, unless there is room for it; returns whether it has begun. If it hasn't, its places are granted. Either way the
     * caller tells in the end that it {@linkplain #claimed has claimed} or {@linkplain #leave leaves}.
     */
    public final boolean enter(CapacityWaiter wait) {
        return enter(wait, wait);
    }

    /** Begins a wait that is woken even if there is room for it now. */
    public final void enterToBeWoken(CapacityWaiter wait) {
        boolean ignored = enter(wait, null);
    }

    private boolean enter(CapacityWaiter wait, @Nullable CapacityWaiter self) {
        WakeUps mine = WakeUps.ofThread();
        lock.lock();
        try {
            if (wait.turn == CapacityWaiter.NONE) {
                wait.turn = turns++;
            }
            WaiterLine line = lines.of(wait);
            wait.standsIn(line);
            lookAgain(line, mine, self);
            return wait.state == CapacityWaiter.State.WAITING;
        } finally {
            lock.unlock();
            mine.make();
        }
    }

    /** Ends a wait without a claim: what it leaves goes to those behind it. */
    public final void leave(CapacityWaiter wait) {
        WakeUps mine = WakeUps.ofThreadOr(wait.spare);
        lock.lock();
        try {
            WaiterLine line = wait.giveUp();
            if (line != null) {
                lookAgain(line, mine, null);
            }
        } finally {
            lock.unlock();
            mine.make();
        }
    }

    /** Ends a wait that has claimed. Wakes no other, since the caller has a claim open: a stage looks when it has passed that. */
    public final void claimed(CapacityWaiter wait) {
        lock.lock();
        try {
            wait.stopStanding();
        } finally {
            lock.unlock();
        }
    }

    /** Called by a stage that has advanced and goes on. */
    public void advanced() {
        long lowest = (long) WISH.getOpaque(this);
        if (lowest != Sequence.NOWHERE && lowest <= sequencer.consumed()) {
            look(false);
        }
    }

    /** Called by a stage that has advanced and finds nothing more to do. */
    public void idle() {
        VarHandle.fullFence();
        if ((long) WISH.getOpaque(this) != Sequence.NOWHERE) {
            look(true);
        }
    }

    /** Wakes all waiters, whatever they wait for. */
    public final void wakeAll() {
        WakeUps mine = WakeUps.ofThread();
        lock.lock();
        try {
            lines.takeAll(mine);
            WISH.setOpaque(this, Sequence.NOWHERE);
        } finally {
            lock.unlock();
            mine.make();
        }
    }

    final void look(boolean idle) {
        WakeUps mine = WakeUps.ofThread();
        lock.lock();
        try {
            long claimed = sequencer.claimed();
            lines.choose(idle, claimed, sequencer.consumed(), sequencer.capacity, mine);
            WISH.setOpaque(this, lines.tidyAndWish(claimed, sequencer.capacity));
        } finally {
            lock.unlock();
            mine.make();
        }
    }

    /**
     * Called with the lock by a thread that has changed a line: it may be the only thread that sees the room there is for that.
     * Other lines have the room they had. A thread that calls for itself needn't be woken.
     */
    void lookAgain(WaiterLine line, WakeUps mine, @Nullable CapacityWaiter self) {
        WISH.setOpaque(this, ANY);
        VarHandle.fullFence();
        long claimed = sequencer.claimed();
        long consumed = sequencer.consumed();
        lines.chooseFrom(line, claimed, consumed, sequencer.capacity, mine, self);
        WISH.setOpaque(this, lines.tidyAndWish(claimed, sequencer.capacity));
    }
}

/** The lowest wish: read by stages with each batch, written around waits only. */
abstract class LowestWish extends CacheLinePadding {
    static final VarHandle WISH = VarHandles.of(MethodHandles.lookup(), "wish", long.class);

    @SuppressWarnings("UnusedVariable") // accessed through WISH
    private long wish = Sequence.NOWHERE;
}
