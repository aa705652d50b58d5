package dev.ropewalk.pipeline;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.stage.Shared;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Events that a producer has claimed and not published yet. It is to be published or aborted soon, since no event behind it can
 * be handled before; closing it aborts what wasn't published.
 *
 * <p>A producer has one claim, used again and again: don't keep it. It belongs to the producer's thread.
 *
 * @param <E> the type of the events
 */
public final class Claim<E> implements AutoCloseable {
    private static final VarHandle OWNER = VarHandles.of(MethodHandles.lookup(), "owner", Thread.class);

    private final Shared<E> shared;
    private final Ring<E> ring;

    /** Whose claim it is: not kept from being collected, so that it can be seen that nobody uses it any more. */
    private final WeakReference<Producer<E>> producer;

    private final boolean single;
    private long high;

    /** Zero if the claim isn't open. */
    private int size;

    /** The thread that the producer and its claim belong to. */
    private @Nullable Thread owner;

    private volatile boolean closed;

    Claim(Producer<E> producer, Shared<E> shared, boolean single) {
        this.producer = new WeakReference<>(producer);
        this.shared = shared;
        this.ring = shared.ring();
        this.single = single;
    }

    /**
     * Throws if this claim's producer belongs to another thread. Read without any order: a thread finds itself here only if it was
     * the last to write, or another has that wrote when it had ended.
     */
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    void checkThread() {
        if (owner != Thread.currentThread() && adopt()) {
            shared.tellOfGivenUp();
        }
    }

    /**
     * Takes the producer over if it has no owner, or one that has ended. By one thread at a time, so that none mistakes
     * another that gives up a dead owner's claim for a new owner. Returns whether it gave such a claim up: the caller
     * {@linkplain Shared#tellOfGivenUp tells} the others, without the lock.
     */
    private synchronized boolean adopt() {
        Thread caller = Thread.currentThread();
        Thread before = (Thread) OWNER.getAcquire(this);
        if (closed) {
            throw new IllegalStateException("this producer of the pipeline " + shared.name() + " is closed");
        }
        if (before != null && before.isAlive()) {
            throw new IllegalStateException(
                    "a producer of the pipeline " + shared.name() + " belongs to one thread at a time, "
                            + before + ", and was used by " + caller
                            + (single
                                    ? "; build the pipeline for several producers, or release() it first"
                                    : "; each thread needs its own"));
        }
        boolean gaveUp = giveUpOfTheDead();
        OWNER.setVolatile(this, caller);
        return gaveUp;
    }

    /** Lets another thread take the producer over. */
    void disown() {
        OWNER.setRelease(this, (Thread) null);
    }

    /**
     * Aborts the open claim of a thread that has ended; returns whether there was one: the caller then
     * {@linkplain Shared#tellOfGivenUp tells} the others, without the lock.
     */
    public synchronized boolean abortIfDead() {
        Thread thread = (Thread) OWNER.getAcquire(this);
        if (thread == null || thread.isAlive() || !isOpen()) {
            return false;
        }
        boolean gaveUp = giveUpOfTheDead();
        disown();
        return gaveUp;
    }

    /** Returns whether nobody can open this claim any more, and it isn't open. */
    public boolean isForgotten() {
        return producer.get() == null && !isOpen();
    }

    /** Aborts it, if it is open, and ends the use of its producer. */
    void closeForGood() {
        if (!closed) {
            checkThread();
            abort();
            closed = true;
            disown();
            shared.producers().remove(this);
        }
    }

    Claim<E> open(long highest, int count) {
        high = highest;
        size = count;
        return this;
    }

    /** Closes the claim without ending it. */
    void forget() {
        size = 0;
    }

    boolean isOpen() {
        return size > 0;
    }

    /**
     * Returns the claimed event, or the first of them, which still holds what its last use has left in it.
     *
     * @throws IllegalStateException if the claim was published or aborted
     */
    public E event() {
        checkOpen();
        return ring.event(high - size + 1);
    }

    /**
     * Returns one of the claimed events.
     *
     * @param index from 0 to {@link #size} - 1
     * @throws IndexOutOfBoundsException if there is no such event
     * @throws IllegalStateException if the claim was published or aborted
     */
    public E event(int index) {
        checkOpen();
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("the claim " + this + " has no event " + index);
        }
        return ring.event(high - size + 1 + index);
    }

    /** Returns the sequence of the first event. */
    public long sequence() {
        checkOpen();
        return high - size + 1;
    }

    /** Returns how many events were claimed; 0 if the claim isn't open. */
    public int size() {
        return size;
    }

    /**
     * Lets the stages handle the events.
     *
     * @throws IllegalStateException if the claim was published or aborted, or the producer belongs to another thread
     * @throws PipelineClosedException if the pipeline ended meanwhile: the events won't be handled
     */
    public void publish() {
        StackRoom.requireToEnd();
        checkThread();
        checkOpen();
        long low = high - size + 1;
        size = 0;
        shared.end(low, high, true);
    }

    /** Gives the events up: the stages never see them. Does nothing if the claim isn't open. */
    public void abort() {
        StackRoom.requireToEnd();
        if (size > 0) {
            checkThread();
        }
        if (size > 0) {
            long low = high - size + 1;
            size = 0;
            shared.end(low, high, false);
        }
    }

    /** Aborts, if it is open, in the name of an owner that has ended; returns whether it was. */
    private boolean giveUpOfTheDead() {
        if (size == 0) {
            return false;
        }
        long low = high - size + 1;
        size = 0;
        shared.sequencer().abortSilently(low, high);
        return true;
    }

    /** Aborts what wasn't published. */
    @Override
    public void close() {
        abort();
    }

    private void checkOpen() {
        if (size == 0) {
            throw new IllegalStateException("this claim isn't open: it was published or aborted");
        }
    }

    @Override
    public String toString() {
        return size == 0 ? "none" : size == 1 ? "event " + high : "events " + (high - size + 1) + " to " + high;
    }
}
