package dev.ropewalk.flow.chain;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.base.flow.SerialSteps;
import dev.ropewalk.scheduler.park.FlowExecutor;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The end of one row of stages, from which the steps of the next row's head take what has come: a ring with one producer, the head of
 * the row that ends here, and one consumer, those steps.
 *
 * <p>Why it is right.
 * <ul>
 *   <li>An element is complete when it is seen: the producer stores it into its slot by a release, and the consumer takes it by an
 *       acquire. An empty slot holds null.
 *   <li>No element is overwritten: the consumer empties a slot, and then says by the release of {@code consumed} that it has. The
 *       producer pushes an element only when its limit, which is {@code consumed} and the capacity, is above the element's number.
 *   <li>No element is left lying: the producer signals after it has stored, and a step that comes after the signal looks.
 *   <li>The end is seen behind the last element: it is stored later, and the consumer that has seen it looks once more at the ring.
 *   <li>The producer doesn't stop for ever: a quarter of the ring after the last time, the consumer raises the limit and says so. If it
 *       hasn't said so yet, more than half of the ring is full.
 * </ul>
 *
 * <p>A producer that is run by its consumer, in whose steps it pushes, signals only when it pauses: its consumer looks after that
 * anyway.
 *
 * @param <T> the type of the elements
 */
public final class Input<T> extends InputPadding<T> {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final VarHandle CONSUMED = VarHandles.of(MethodHandles.lookup(), "consumed", long.class);
    private static final int MIN_CAPACITY = 4;
    private static final int MAX_CAPACITY = 1 << 30;

    private final SerialSteps consumer;
    private final Head producer;
    private final boolean signalsWhenPaused;

    /** How many elements have been taken; the consumer's. */
    private long taken;

    /** How many elements have been taken, as the producer may know. */
    private volatile long consumed;

    /** How the producer's row has ended; null if it hasn't. */
    private volatile @Nullable End ended;

    /**
     * Makes the end of a chain, and builds the chain.
     *
     * @param capacity how many elements wait at most; rounded up to a power of two
     * @param consumer whose steps take the elements
     */
    public Input(Chain<? extends T> from, int capacity, SerialSteps consumer) {
        super(capacityFor(capacity));
        this.consumer = consumer;
        this.producer = build(from);
        this.signalsWhenPaused = producer.isRunByCallers();
    }

    private Head build(Chain<? extends T> from) {
        return from.build(this, (FlowExecutor) null);
    }

    private static int capacityFor(int wanted) {
        return wanted <= MIN_CAPACITY ? MIN_CAPACITY : Integer.highestOneBit(Math.min(wanted, MAX_CAPACITY) - 1) << 1;
    }

    // What the producer calls

    @Override
    public boolean push(T element) {
        Steps.before(StepKind.SEND, this);
        SLOT.setRelease(ring, (int) stored & ring.length - 1, element);
        stored++;
        if (!signalsWhenPaused) {
            consumer.signalAgain();
        }
        return !isLeft;
    }

    @Override
    public void pause() {
        if (signalsWhenPaused) {
            consumer.signal();
        }
    }

    @Override
    public void end(@Nullable Throwable cause) {
        ended = End.of(cause);
        consumer.signal();
    }

    @Override
    public long limit() {
        return consumed + ring.length;
    }

    // What the consumer calls

    /** Subscribes to publishers. */
    public void connect() {
        producer.connect();
    }

    /** Lets elements come. */
    public void open() {
        producer.open();
    }

    /** Takes the next element; null if there is none at the moment. */
    @SuppressWarnings("unchecked") // only elements are stored
    public @Nullable T poll() {
        int slot = (int) taken & ring.length - 1;
        Object element = SLOT.getAcquire(ring, slot);
        if (element == null) {
            return null;
        }
        ring[slot] = null;
        taken++;
        return (T) element;
    }

    /** Returns whether there is no element at the moment. */
    public boolean isEmpty() {
        return SLOT.getAcquire(ring, (int) taken & ring.length - 1) == null;
    }

    /** Lets the producer go on, if a good part of the ring is free that it doesn't know of. Called when some elements were taken. */
    public void settle() {
        if (taken - (long) CONSUMED.getOpaque(this) >= ring.length / 4) {
            CONSUMED.setRelease(this, taken);
            if (ended == null) {
                producer.resume();
            }
        }
    }

    /** Returns whether there will never be another element. */
    public boolean isFinished() {
        return ended != null && isEmpty();
    }

    /** Returns the failure that has ended this, or null. */
    public @Nullable Throwable failure() {
        return Objects.requireNonNull(ended, "not ended").cause();
    }

    /** Gives up what has come and what would come. */
    public void giveUp() {
        if (!isLeft) {
            isLeft = true;
            producer.cancel();
        }
        T lost = poll();
        while (lost != null) {
            lost = poll();
        }
    }
}
