package dev.ropewalk.pipeline;

import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.scheduler.Scheduler;

/** How a producer gets places of the ring, and waits for them. */
abstract class Claiming<E> {
    private final Shared<E> shared;
    private final Ring<E> ring;
    private final Sequencer sequencer;
    private final Lifecycle lifecycle;
    private final WaitStrategy strategy;
    private final ConsumedCache consumed = new ConsumedCache();

    Claiming(Shared<E> shared, WaitStrategy strategy) {
        this.shared = shared;
        this.ring = shared.ring();
        this.sequencer = shared.sequencer();
        this.lifecycle = shared.lifecycle();
        this.strategy = strategy;
    }

    /** Called before each claim: throws if the calling thread may not make one. */
    abstract void checkThread();

    /** Counts a wait for room. */
    abstract void countStall();

    /** Returns how often there was one. */
    abstract long stalls();

    final E event(long sequence) {
        return ring.event(sequence);
    }

    /** Claims places if there are any: returns the highest sequence, or {@link Sequencer#FULL}. */
    final long tryClaiming(int size) {
        checkThread();
        if (size < 1 || size > sequencer.capacity) {
            throw new IllegalArgumentException("can't claim " + size + " events at once: the ring of the pipeline "
                    + shared.name() + " has " + sequencer.capacity + " places");
        }
        if (!lifecycle.isOpen()) {
            throw lifecycle.refusal();
        }
        long high = sequencer.tryClaim(size, consumed);
        if (high != Sequencer.FULL && !lifecycle.isOpenNow()) {
            sequencer.abort(high - size + 1, high);
            throw lifecycle.refusal();
        }
        return high;
    }

    /** Claims places, waiting for them: returns the highest sequence, or {@link Sequencer#FULL} when the time is up. */
    final long claimWaiting(int size, long nanos) throws InterruptedException {
        long high = tryClaiming(size);
        return high != Sequencer.FULL || nanos <= 0 ? high : await(size, nanos);
    }

    private long await(int size, long nanos) throws InterruptedException {
        shared.stages().checkNotWithin("room in the ring");
        countStall();
        long deadline = nanos == Parking.FOREVER ? 0 : Parking.now() + nanos;
        IdleStrategy idle = strategy.kind() == WaitStrategy.Kind.POLLING ? strategy.newIdleStrategy() : null;
        while (true) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for " + size
                        + " places of the ring of the pipeline " + shared.name());
            }
            long left = nanos == Parking.FOREVER ? Parking.FOREVER : deadline - Parking.now();
            if (left <= 0) {
                return tryClaiming(size);
            }
            if (idle == null) {
                park(size, left);
            } else {
                idle.idle();
            }
            long high = tryClaiming(size);
            if (high != Sequencer.FULL) {
                return high;
            }
        }
    }

    private void park(int size, long nanos) throws InterruptedException {
        Scheduler scheduler = Parking.schedulerOfWorker();
        if (scheduler == null) {
            parkUntilRoom(size, nanos);
            return;
        }
        try {
            scheduler.blocking(() -> {
                parkUntilRoom(size, nanos);
                return true;
            });
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("waiting throws nothing else", e);
        }
    }

    private void parkUntilRoom(int size, long nanos) {
        var wait = new Room.ParkedWait(need(size), wish(size), Thread.currentThread());
        if (!shared.room().enter(wait)) {
            return;
        }
        long end = Parking.now() + Math.min(nanos, Long.MAX_VALUE / 2);
        while (!wait.isWoken() && lifecycle.isOpen() && !Thread.currentThread().isInterrupted()) {
            long left = end - Parking.now();
            if (left <= 0) {
                break;
            }
            Parking.park(this, shared.producers().size() > 1 ? Math.min(left, Runner.STALL_NANOS) : left);
            if (shared.abortClaimsOfTheDead()) {
                break;
            }
        }
        boolean ignored = shared.room().leave(wait);
    }

    /** Waits for room without a thread: the task is run when there is some, unless there is now and this returns false. */
    final boolean enterRoom(int size, Runnable task) {
        return shared.room().enter(new Room.Wait(need(size), wish(size)) {
            @Override
            void wake() {
                task.run();
            }
        });
    }

    /** Returns up to where stages must be done for a claim. */
    private long need(int size) {
        return sequencer.claimed() + size - sequencer.capacity;
    }

    /** Returns where to be woken: when half of the ring is free, or as much as is wanted if that is more. */
    private long wish(int size) {
        return sequencer.claimed() - sequencer.capacity + Math.max(size, sequencer.capacity / 2);
    }

    /** Ends a claim, by publishing it or not; what is refused since the pipeline has ended is never handled. */
    final void end(long low, long high, boolean publishes) {
        if (publishes && !lifecycle.hasEnded()) {
            sequencer.publish(low, high);
            return;
        }
        sequencer.abort(low, high);
        if (publishes) {
            throw lifecycle.refusal();
        }
    }

    final Shared<E> shared() {
        return shared;
    }
}
