package dev.ropewalk.pipeline.publish;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.ProducerRegistry;
import dev.ropewalk.pipeline.stage.RegisteredClaim;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The claim of one producer, and the thread that both belong to.
 *
 * <p>Why a claim ends once. The owner opens and ends it without a lock. Another thread may end it only when the owner has died,
 * and does so under this object's lock: either the thread that takes the producer over, or a thread that searches for claims of
 * the dead.
 */
final class OwnedClaim<E> implements EventClaim<E>, RegisteredClaim {
    private static final VarHandle OWNER = VarHandles.of(MethodHandles.lookup(), "owner", Thread.class);

    private final PipelineContext<E> context;
    private final Ring<E> ring;
    private final ClaimEnds<E> ends;

    /** The producer that the claim belongs to: not kept from being collected, so that it can be seen that it is out of use. */
    private final WeakReference<OwnedProducer<E>> producer;

    private final boolean single;
    private long high;

    /** Zero if the claim isn't open. */
    private int size;

    /** The thread that the producer and its claim belong to. */
    private @Nullable Thread owner;

    private volatile boolean closed;

    OwnedClaim(OwnedProducer<E> producer, PipelineContext<E> context, boolean single) {
        this.producer = new WeakReference<>(producer);
        this.context = context;
        this.ring = context.ring();
        ends = new ClaimEnds<>(context);
        this.single = single;
    }

    /**
     * Throws if this claim's producer belongs to another thread. Read without any order: a thread finds itself here only if it was
     * the last to write, or another has that wrote when it had ended.
     */
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    void checkThread() {
        if (owner != Thread.currentThread() && adopt()) {
            context.producers().tellOfGivenUp();
        }
    }

    /**
     * Takes the producer over if it has no owner, or if its owner has ended. By one thread at a time, so that none mistakes
     * another that gives up a dead owner's claim for a new owner. Returns whether it gave such a claim up: the caller
     * {@linkplain ProducerRegistry#tellOfGivenUp tells} the others, without the lock.
     */
    private synchronized boolean adopt() {
        Thread caller = Thread.currentThread();
        Thread before = (Thread) OWNER.getAcquire(this);
        if (closed) {
            throw new IllegalStateException("this producer of the pipeline " + context.name() + " is closed");
        }
        if (before != null && before.isAlive()) {
            throw new IllegalStateException(
                    "a producer of the pipeline " + context.name() + " belongs to one thread at a time, "
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

    @Override
    public synchronized boolean abortIfDead() {
        Thread thread = (Thread) OWNER.getAcquire(this);
        if (thread == null || thread.isAlive() || !isOpen()) {
            return false;
        }
        boolean gaveUp = giveUpOfTheDead();
        disown();
        return gaveUp;
    }

    @Override
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
            context.producers().remove(this);
        }
    }

    OwnedClaim<E> open(long highest, int count) {
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

    @Override
    public E event() {
        checkOpen();
        return ring.event(high - size + 1);
    }

    @Override
    public E event(int index) {
        checkOpen();
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("the claim " + this + " has no event " + index);
        }
        return ring.event(high - size + 1 + index);
    }

    @Override
    public long sequence() {
        checkOpen();
        return high - size + 1;
    }

    @Override
    public int size() {
        return size;
    }

    /** The thread is compared here once more rather than by a call: the compiler sees that it never differs here. */
    @Override
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    public void publish() {
        StackRoom.requireToEnd();
        if (owner != Thread.currentThread()) {
            checkThread();
        }
        checkOpen();
        long last = high;
        long low = last - size + 1;
        size = 0;
        ends.publish(low, last);
    }

    @Override
    public void abort() {
        StackRoom.requireToEnd();
        if (size > 0) {
            checkThread();
        }
        if (size > 0) {
            long low = high - size + 1;
            size = 0;
            ends.abort(low, high);
        }
    }

    /** Aborts, if it is open, in the name of an owner that has ended; returns whether it was. */
    private boolean giveUpOfTheDead() {
        if (size == 0) {
            return false;
        }
        long low = high - size + 1;
        size = 0;
        context.sequencer().abortSilently(low, high);
        return true;
    }

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
