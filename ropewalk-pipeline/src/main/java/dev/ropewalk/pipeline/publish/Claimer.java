package dev.ropewalk.pipeline.publish;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.pipeline.capacity.CapacityWaiter;
import dev.ropewalk.pipeline.event.PublishWaitEvent;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;
import dev.ropewalk.pipeline.stage.Deadline;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.Runner;
import dev.ropewalk.pipeline.stage.StallPause;
import dev.ropewalk.pipeline.stage.WaitSettings;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** How a producer gets places of the ring, and waits for them. */
abstract class Claimer<E> {
    /** How many looks for room in vain there are between two searches for producers that have died. */
    private static final int LOOKS_PER_SEARCH = 1 << 8;

    /** How often a producer that is going to park yields before. */
    private static final int YIELDS = 10;

    /** How much more rarely than others a thread that stands far behind looks for such producers, at most. */
    private static final int MAX_STALLS_PER_LOOK = 100;

    /** For how long a producer that polls waits for more than it needs. */
    private static final long PATIENCE_NANOS = 1_000_000;

    private final Ring<E> ring;
    private final Sequencer sequencer;
    private final Lifecycle lifecycle;
    private final ClaimEnds<E> ends;
    private final WaitSettings waiting;
    private final ConsumedCache consumed = new ConsumedCache();

    Claimer(PipelineContext<E> context, WaitSettings waiting) {
        this.ring = context.ring();
        this.sequencer = context.sequencer();
        this.lifecycle = context.lifecycle();
        this.ends = new ClaimEnds<>(context);
        this.waiting = waiting.orSimulated();
    }

    /** Called before each claim: throws if the calling thread may not make one. */
    abstract void checkMayClaim();

    /** Called when a translator is about to fill what was claimed. */
    abstract void begin(long high, int size);

    /** Called when it has, or has thrown; throws if it has ended the claim itself. */
    abstract void finish(long high);

    final E event(long sequence) {
        return ring.event(sequence);
    }

    /** Claims places if there are any: returns the highest sequence, or {@link Sequencer#FULL}. */
    final long tryClaiming(int size) {
        StackRoom.require();
        checkMayClaim();
        if (size < 1 || size > sequencer.capacity) {
            throw new IllegalArgumentException("can't claim " + size + " events at once: the ring of the pipeline "
                    + context().name() + " has " + sequencer.capacity + " places");
        }
        boolean isStruck = Steps.announceOrStrike(StepKind.CLAIM, lifecycle, FaultKind.FULL);
        long high = isStruck ? Sequencer.FULL : claimIfRoom(size);
        if (high == Sequencer.FULL) {
            boolean ignored = context().producers().abortClaimsOfTheDead();
        }
        return high;
    }

    /** Claims before it looks whether it may: so the closing thread sees the claim, or the claim is seen to be refused. */
    private long claimIfRoom(int size) {
        long high = sequencer.tryClaim(size, consumed);
        if (high != Sequencer.FULL) {
            ends.checkClaimed(high - size + 1, high);
        } else {
            checkOpen();
        }
        return high;
    }

    /** Claims places, waiting for them: returns the highest sequence, or {@link Sequencer#FULL} when the time is up. */
    final long claimWaiting(int size, long nanos) throws InterruptedException {
        long high = tryClaiming(size);
        if (high != Sequencer.FULL || nanos <= 0) {
            return high;
        }
        return FlightRecorderState.isUsed() ? awaitRecorded(size, nanos) : await(size, nanos);
    }

    private long awaitRecorded(int size, long nanos) throws InterruptedException {
        PublishWaitEvent event = beginEvent();
        try {
            return await(size, nanos);
        } finally {
            if (event != null) {
                PublishWaitEvent.end(event, context().name(), size);
            }
        }
    }

    private static @Nullable PublishWaitEvent beginEvent() {
        try {
            return PublishWaitEvent.begun();
        } catch (Throwable noMemory) {
            return null; // the event is lost, and nothing else
        }
    }

    /**
     * Waits for room. At first for a good part of the ring rather than for the first place, so that producers and stages work in
     * turns on runs of events instead of each waiting for the other's next step; not for long, since the stages may have nothing
     * more to do.
     */
    private long await(int size, long nanos) throws InterruptedException {
        context().checkNotWithin("room in the ring");
        context().waiters().countStall();
        if (nanos != Parking.FOREVER && Steps.isStruck(FaultKind.CANCELLED_WAIT, lifecycle)) {
            return Sequencer.FULL;
        }
        boolean isSimulated = Steps.simulatedScheduler() != null;
        boolean yields = waiting.parks() && !isSimulated;
        IdleStrategy idle = yields ? IdleStrategy.yielding(0) : waiting.newIdleStrategy(lifecycle);
        int maxLooks = yields ? YIELDS : isSimulated ? waiting.maxSpins() : Integer.MAX_VALUE;
        long wish = wish(size, sequencer.capacity / 4);
        long begin = Parking.now();
        for (int looks = 0; ; looks++) {
            checkInterrupt(size);
            long waited = Parking.now() - begin;
            if (waited >= nanos) {
                return claimIfRoom(size);
            }
            if (looks >= maxLooks) {
                return park(size, nanos == Parking.FOREVER ? nanos : nanos - waited);
            }
            idle.idle();
            if ((looks & LOOKS_PER_SEARCH - 1) == LOOKS_PER_SEARCH - 1) {
                boolean ignored = context().producers().abortClaimsOfTheDead();
            }
            if (sequencer.consumed() < wish && waited < PATIENCE_NANOS && lifecycle.isOpen()) {
                continue;
            }
            long high = claimIfRoom(size);
            if (high != Sequencer.FULL) {
                return high;
            }
        }
    }

    private long park(int size, long nanos) throws InterruptedException {
        Scheduler scheduler = Parking.schedulerOfWorker();
        if (scheduler == null) {
            return parkUntilClaimed(size, nanos);
        }
        var wait = new WaitOfWorker(size, nanos);
        boolean hasReturned = false;
        try {
            boolean ignored = scheduler.blocking(wait);
            hasReturned = true;
            return wait.high;
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("waiting throws nothing else", e);
        } finally {
            if (!hasReturned && wait.high != Sequencer.FULL) {
                ends.abort(wait.high - size + 1, wait.high);
            }
        }
    }

    /** What a worker does while a spare one takes over. It keeps what it has claimed: to return that may take memory. */
    private final class WaitOfWorker implements Callable<Boolean> {
        private final int size;
        private final long nanos;
        private long high = Sequencer.FULL;

        WaitOfWorker(int size, long nanos) {
            this.size = size;
            this.nanos = nanos;
        }

        @Override
        public Boolean call() throws InterruptedException {
            high = parkUntilClaimed(size, nanos);
            return Boolean.TRUE;
        }
    }

    private long parkUntilClaimed(int size, long nanos) throws InterruptedException {
        Deadline end = Deadline.after(nanos);
        long turn = CapacityWaiter.NONE;
        while (true) {
            checkInterrupt(size);
            var wait = new CapacityWaiter.Parked(size, turn, Thread.currentThread());
            long high = waitAndClaim(wait, end);
            if (high != Sequencer.FULL || end.left() <= 0) {
                return high;
            }
            turn = wait.turn;
        }
    }

    /** Waits until it is woken, or looks in vain have no end, and claims; whatever it leaves goes to the waiters behind. */
    private long waitAndClaim(CapacityWaiter.Parked wait, Deadline end) {
        Steps.before(StepKind.CLAIM, lifecycle);
        long high = Sequencer.FULL;
        try {
            if (context().waiters().enter(wait)) {
                parkUntilWoken(wait, end);
            }
            high = claimIfRoom(wait.size);
        } finally {
            if (high == Sequencer.FULL) {
                context().waiters().leave(wait);
            } else if (!wait.isWoken()) {
                context().waiters().claimed(wait);
            }
        }
        return high;
    }

    /**
     * Parks until the wait is over. The farther behind a thread stands, the more rarely it looks for claims of the dead, or else
     * the looks of many would be what they do all the time. A thread that sees room for itself at two looks in a row claims out
     * of turn: the waiters that were granted the places may be waiting for this thread, and those in front may need more than
     * there is.
     */
    private void parkUntilWoken(CapacityWaiter.Parked wait, Deadline end) {
        long longest = sequencer instanceof SingleProducerSequencer
                ? Parking.FOREVER
                : Runner.STALL_NANOS * Math.min(wait.position, MAX_STALLS_PER_LOOK);
        var pause = new StallPause(longest);
        boolean hadRoom = false;
        while (!wait.isWoken() && lifecycle.isOpen() && !Thread.currentThread().isInterrupted()) {
            long left = end.left();
            if (left <= 0) {
                return;
            }
            Parking.park(this, Math.min(left, pause.nextNanos()));
            boolean hasRoom = sequencer.consumed() >= need(wait.size);
            if (context().producers().abortClaimsOfTheDead() || (hadRoom && hasRoom)) {
                return;
            }
            hadRoom = hasRoom;
        }
    }

    private void checkInterrupt(int size) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while waiting for " + size
                    + " places of the ring of the pipeline " + context().name());
        }
    }

    /**
     * Waits for room without a thread: the wait is woken when there is some, unless there is now and this returns false. Throws if nothing
     * is taken any more, which the caller must tell whoever waits: what has ended the pipeline may have missed the wait.
     */
    final boolean enterRoom(CapacityWaiter wait) {
        sequencer.signals.raise(); // a stage that sleeps looks for claims of the dead from now on
        boolean waits = context().waiters().enter(wait);
        checkOpen();
        return waits;
    }

    /** As {@link #enterRoom}, but the wait is woken even if there is room now. */
    final void enterRoomToBeWoken(CapacityWaiter wait) {
        sequencer.signals.raise();
        context().waiters().enterToBeWoken(wait);
        checkOpen();
    }

    private void checkOpen() {
        if (!lifecycle.isOpenNow()) {
            throw lifecycle.refusal();
        }
    }

    /** To be called before a wait behind others: throws if the calling thread may not claim, or nothing is taken any more. */
    final void checkMayWait() {
        StackRoom.require();
        checkMayClaim();
        Steps.before(StepKind.CLAIM, lifecycle);
        checkOpen();
    }

    /** Returns up to where stages must be done for a claim. */
    private long need(int size) {
        return sequencer.claimed() + size - sequencer.capacity;
    }

    /** Returns up to where stages must be done for a claim and for some places more to be free. */
    private long wish(int size, int free) {
        return sequencer.claimed() - sequencer.capacity + Math.max(size, free);
    }

    /** Ends a claim, by publishing it or not. */
    final void end(long low, long high, boolean publishes) {
        if (publishes) {
            ends.publish(low, high);
        } else {
            ends.abort(low, high);
        }
    }

    final PipelineContext<E> context() {
        return ends.context;
    }

    @Override
    public String toString() {
        return "a producer of the pipeline " + context().name();
    }
}
