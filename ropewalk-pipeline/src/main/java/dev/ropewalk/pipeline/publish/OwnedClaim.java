package dev.ropewalk.pipeline.publish;

import dev.ropewalk.base.AsymmetricFence;
import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.event.ClaimOrphanedEvent;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.ProducerRegistry;
import dev.ropewalk.pipeline.stage.RegisteredClaim;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * The claim of one producer, and the thread that both belong to.
 *
 * <p>Why a claim ends once. The owner opens and ends it without a lock. Another thread may end it only when the owner has died,
 * and does so under this object's lock: either the thread that takes the producer over, or a thread that searches for claims of
 * the dead. A thread looks what is open only as the owner, and otherwise only whether anything is: a former owner that closes its claim may
 * see the claim of the next, and is refused then.
 *
 * <p>The producer may be <em>lent</em> to a flow. Then no thread owns it, and none becomes its owner: the flow publishes without this object, in
 * whatever threads, one publication after the other. The volatile field {@code isLent} is set before the lender leaves, so that whoever
 * sees no owner sees it, and unset after the last publication, so that the next owner sees all of them.
 *
 * <p><b>The short way.</b> A single producer mostly claims one place and publishes it, with room in the ring, no stage to tell and
 * nothing else to be done. Then the sequencer alone knows what is open, from the last claimed sequence to the last published one,
 * and two words are written. Whatever is otherwise goes the long way, which ends the same: a claim of several places, a full ring, a
 * reason for {@linkplain dev.ropewalk.pipeline.sequence.Attention attention}. Where simulations are made, all goes the long way,
 * which announces its steps.
 */
final class OwnedClaim<E> extends ClaimEnds<E> implements EventClaim<E>, RegisteredClaim {
    private static final VarHandle OWNER = VarHandles.of(MethodHandles.lookup(), "owner", Thread.class);

    private final Ring<E> ring;

    /** Of the ring, and what a sequence has in common with its place. */
    private final Object[] events;

    private final int mask;

    /** The producer that the claim belongs to: not kept from being collected, so that it can be seen that it is out of use. */
    private final WeakReference<OwnedProducer<E>> producer;

    /** The sequencer of a pipeline of one producer, which knows what is open; null if there are several. */
    private final @Nullable SingleProducerSequencer only;

    /** The same, if claims and publications may take the short way. */
    private final @Nullable SingleProducerSequencer shortWay;

    /** Of one of several producers: the last sequence of the claim. */
    private long high;

    /** Of one of several producers: zero if the claim isn't open. */
    private int size;

    /** The thread that the producer and its claim belong to. */
    private @Nullable Thread owner;

    private volatile boolean isLent;

    private volatile boolean closed;

    OwnedClaim(OwnedProducer<E> producer, PipelineContext<E> context, boolean single) {
        super(context);
        this.producer = new WeakReference<>(producer);
        ring = context.ring();
        events = ring.events();
        mask = ring.capacity() - 1;
        only = single ? (SingleProducerSequencer) sequencer : null;
        shortWay = Steps.isWatched() ? null : only;
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
        if (isLent) {
            throw new IllegalStateException("the single producer of the pipeline " + context.name()
                    + " belongs to a subscriber until the flow of that has ended, and was used by " + caller);
        }
        if (before != null && before.isAlive()) {
            throw new IllegalStateException(
                    "a producer of the pipeline " + context.name() + " belongs to one thread at a time, "
                            + before + ", and was used by " + caller
                            + (only != null
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

    /** Gives the producer, which belongs to the calling thread and has no claim open, to a flow. */
    void lend() {
        isLent = true;
        disown();
    }

    /** Ends the use by a flow, after its last publication. */
    void takeBack() {
        isLent = false;
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

    /** Opens a claim of one place, if there is one and nothing else is to be done or looked at; returns whether it did. */
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    boolean tryOpenAtOnce() {
        StackRoom.require();
        SingleProducerSequencer own = shortWay;
        if (own == null || owner != Thread.currentThread() || !own.tryClaimNext()) {
            return false;
        }
        if (own.mayRefuse()) {
            checkClaimed(own.openLow(), own.openHigh());
        }
        return true;
    }

    /** Closes the claim up to a sequence without ending it; throws if a translator has ended it, and maybe opened another. */
    void forget(long highest) {
        if (!isOpen() || high() != highest) {
            throw new IllegalStateException(
                    "the translator of event " + highest + " has published or aborted the claim that it was to fill");
        }
        size = 0;
    }

    boolean isOpen() {
        return size() > 0;
    }

    private long low() {
        return only == null ? high - size + 1 : only.openLow();
    }

    private long high() {
        return only == null ? high : only.openHigh();
    }

    @Override
    public E event() {
        SingleProducerSequencer own = shortWay;
        if (own != null) {
            long low = own.openLow();
            if (low <= own.openHigh()) {
                return Ring.at(events, (int) low & mask);
            }
        }
        checkOpen();
        return ring.event(low());
    }

    @Override
    public E event(int index) {
        checkOpen();
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException("the claim " + this + " has no event " + index);
        }
        return ring.event(low() + index);
    }

    @Override
    public long sequence() {
        checkOpen();
        return low();
    }

    @Override
    public int size() {
        return only == null ? size : only.openSize();
    }

    /**
     * The thread is compared here once more rather than by a call: the compiler sees that it never differs here. The claim is looked at
     * before the word of attention, which is read with acquire: what {@link #event} has read needn't be read again.
     */
    @Override
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    public void publish() {
        StackRoom.requireToEnd();
        SingleProducerSequencer own = shortWay;
        if (own == null || owner != Thread.currentThread()) {
            publishTheLongWay();
            return;
        }
        long low = own.openLow();
        long high = own.openHigh();
        if (low > high || own.isNeeded()) {
            publishTheLongWay();
            return;
        }
        own.publishSilently(low, high);
        AsymmetricFence.light();
        if (own.isNeeded()) {
            tell(low);
        }
    }

    private void publishTheLongWay() {
        checkThread();
        checkOpen();
        long low = low();
        size = 0;
        publish(low, high());
    }

    @Override
    public void abort() {
        StackRoom.requireToEnd();
        if (!isOpen()) {
            return;
        }
        checkThread();
        if (isOpen()) {
            long low = low();
            size = 0;
            abort(low, high());
        }
    }

    /** Aborts, if it is open, in the name of an owner that has ended; returns whether it was. */
    private boolean giveUpOfTheDead() {
        if (!isOpen()) {
            return false;
        }
        long low = low();
        size = 0;
        sequencer.abortSilently(low, high());
        if (FlightRecorderState.isUsed()) {
            recordOrphaned();
        }
        return true;
    }

    private void recordOrphaned() {
        try {
            ClaimOrphanedEvent.record(context.name());
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }

    @Override
    public void close() {
        abort();
    }

    private void checkOpen() {
        if (!isOpen()) {
            throw new IllegalStateException("this claim isn't open: it was published or aborted");
        }
    }

    @Override
    public String toString() {
        return switch (size()) {
            case 0 -> "none";
            case 1 -> "event " + high();
            default -> "events " + low() + " to " + high();
        };
    }
}
