package dev.ropewalk.pipeline;

/**
 * Events that a producer has claimed and not published yet. It is to be published or aborted soon, since no event behind it can
 * be handled before; closing it aborts what wasn't published.
 *
 * <p>A producer has one claim, used again and again: don't keep it. It belongs to the producer's thread.
 *
 * @param <E> the type of the events
 */
public final class Claim<E> implements AutoCloseable {
    private final Producer<E> producer;
    private final Ring<E> ring;
    private long high;

    /** Zero if the claim isn't open. */
    private int size;

    Claim(Producer<E> producer, Ring<E> ring) {
        this.producer = producer;
        this.ring = ring;
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
        producer.checkThread();
        checkOpen();
        long low = high - size + 1;
        size = 0;
        producer.end(low, high, true);
    }

    /** Gives the events up: the stages never see them. Does nothing if the claim isn't open. */
    public void abort() {
        if (size > 0) {
            producer.checkThread();
            giveUp();
        }
    }

    /** Aborts in the name of the owner, by whoever takes its place. */
    void giveUp() {
        if (size > 0) {
            long low = high - size + 1;
            size = 0;
            producer.end(low, high, false);
        }
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
