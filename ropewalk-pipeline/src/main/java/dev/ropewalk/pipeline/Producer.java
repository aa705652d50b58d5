package dev.ropewalk.pipeline;

import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.stage.Shared;
import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import java.util.Optional;

/**
 * One producer's access to a pipeline: publishes by translators, as any {@link EventSink}, or by claims, which is the fastest
 * way:
 *
 * {@snippet :
 * Producer<Order> orders = pipeline.producer();
 * try (Claim<Order> claim = orders.claim()) {
 *     claim.event().set(customer, amount);
 *     claim.publish();
 * }
 * }
 *
 * <p>A producer belongs to the thread that uses it first, until {@link #release} or the end of that thread: its use by another
 * is refused, each time. Its open claim is aborted if the thread ends.
 *
 * @param <E> the type of the events
 */
public final class Producer<E> extends Publishing<E> implements AutoCloseable {
    final Claim<E> claim;
    private final Optional<Claim<E>> someClaim;

    Producer(Shared<E> shared, WaitStrategy strategy, boolean single) {
        super(shared, strategy);
        claim = new Claim<>(this, shared, single);
        someClaim = Optional.of(claim);
    }

    /**
     * Claims the next event, waiting while the ring is full.
     *
     * @return the claim; it is the same object each time
     * @throws IllegalStateException if this producer's last claim was neither published nor aborted
     * @throws InterruptedException if interrupted while waiting; nothing was claimed
     */
    public Claim<E> claim() throws InterruptedException {
        return claim(1);
    }

    /** As {@link #claim()}, for some events in a row, from 1 to the ring's capacity. */
    public Claim<E> claim(int size) throws InterruptedException {
        return claim.open(claimWaiting(size, Parking.FOREVER), size);
    }

    /** Claims some events in a row if the ring has room for them; empty if it hasn't. Allocates nothing. */
    public Optional<Claim<E>> tryClaim(int size) {
        return opened(tryClaiming(size), size);
    }

    /** Claims some events in a row, waiting for a limited time while the ring has no room; empty if the time was up. */
    public Optional<Claim<E>> claim(int size, Duration timeout) throws InterruptedException {
        return opened(claimWaiting(size, Parking.nanos(timeout)), size);
    }

    private Optional<Claim<E>> opened(long high, int size) {
        if (high == Sequencer.FULL) {
            return Optional.empty();
        }
        var ignored = claim.open(high, size);
        return someClaim;
    }

    @Override
    void checkMayClaim() {
        claim.checkThread();
        if (claim.isOpen()) {
            throw new IllegalStateException(
                    "the last claim of this producer, " + claim + ", is still open: publish or abort it first");
        }
    }

    @Override
    void begin(long high, int size) {
        var ignored = claim.open(high, size);
    }

    @Override
    void finish() {
        claim.forget();
    }

    /**
     * Lets another thread use this producer; what this one did with it happens-before what the other does.
     *
     * @throws IllegalStateException if a claim is open, or the producer belongs to another thread
     */
    public void release() {
        checkMayClaim();
        claim.disown();
    }

    /** Aborts the open claim, if any, and ends the use of this producer. Closing again does nothing. */
    @Override
    public void close() {
        claim.closeForGood();
    }
}
