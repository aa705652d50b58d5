package dev.ropewalk.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    private static final VarHandle OWNER;

    static {
        try {
            OWNER = MethodHandles.lookup().findVarHandle(Producer.class, "owner", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final boolean single;
    private final Claim<E> claim = new Claim<>(this, shared().ring());
    private final Optional<Claim<E>> someClaim = Optional.of(claim);

    private @Nullable Thread owner;

    private volatile boolean closed;

    Producer(Shared<E> shared, WaitStrategy strategy, boolean single) {
        super(shared, strategy);
        this.single = single;
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
        checkThread();
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
     * Throws if this producer belongs to another thread. Read without any order: a thread finds itself here only if it was the
     * last to write, or another has that wrote when it had ended.
     */
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    void checkThread() {
        if (owner != Thread.currentThread()) {
            adopt();
        }
    }

    /**
     * Takes this producer over if it has no owner, or one that has ended. By one thread at a time, so that none mistakes
     * another that gives up a dead owner's claim for a new owner.
     */
    private synchronized void adopt() {
        Thread caller = Thread.currentThread();
        Thread before = (Thread) OWNER.getAcquire(this);
        if (closed) {
            throw new IllegalStateException("this producer of the pipeline " + shared().name() + " is closed");
        }
        if (before != null && before.isAlive()) {
            throw new IllegalStateException(
                    "a producer of the pipeline " + shared().name() + " belongs to one thread at a time, "
                            + before + ", and was used by " + caller
                            + (single
                                    ? "; build the pipeline for several producers, or release() it first"
                                    : "; each thread needs its own"));
        }
        claim.giveUp();
        OWNER.setVolatile(this, caller);
    }

    /**
     * Lets another thread use this producer; what this one did with it happens-before what the other does.
     *
     * @throws IllegalStateException if a claim is open, or the producer belongs to another thread
     */
    public void release() {
        checkMayClaim();
        OWNER.setRelease(this, (Thread) null);
    }

    /** Returns whether another thread may be using this producer. */
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    boolean isUsedElsewhere() {
        Thread thread = (Thread) OWNER.getVolatile(this);
        return thread != null && thread != Thread.currentThread() && thread.isAlive();
    }

    /** Aborts the open claim of a thread that has ended; returns whether there was one. */
    synchronized boolean abortIfDead() {
        Thread thread = (Thread) OWNER.getAcquire(this);
        if (thread == null || thread.isAlive() || !claim.isOpen()) {
            return false;
        }
        claim.giveUp();
        OWNER.setRelease(this, (Thread) null);
        return true;
    }

    /** Aborts the open claim, if any, and ends the use of this producer. Closing again does nothing. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        checkThread();
        claim.giveUp();
        closed = true;
        OWNER.setRelease(this, (Thread) null);
        shared().producers().remove(this);
    }
}
