package dev.ropewalk.pipeline.sequence;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/** {@link MultiProducerSequencer} for single claims, with a flaw. */
public final class BrokenSequencer {
    private static final int LAP_BEFORE_FIRST = -1;

    public enum Flaw {
        /** A place is marked before its event is written. */
        MARK_BEFORE_EVENT,
        /** The last aborted sequence is written after the state. */
        STATE_BEFORE_LAST_ABORTED,
        /** The cursor is looked at and then written. */
        CLAIM_WITHOUT_CAS,
        /** A claim is made first, and its room is looked at afterwards. */
        CLAIM_WITHOUT_LOOK,
        /** A state says that a place is published, not in which lap. */
        STATE_WITHOUT_LAP
    }

    private final Flaw flaw;
    private final int capacity;
    private final AtomicLong cursor = new AtomicLong(Sequence.BEFORE_FIRST);
    private final AtomicIntegerArray states;
    private volatile long lastAborted = Sequence.BEFORE_FIRST;
    private volatile long done = Sequence.BEFORE_FIRST;

    public BrokenSequencer(int capacity, Flaw flaw) {
        this.flaw = flaw;
        this.capacity = capacity;
        states = new AtomicIntegerArray(capacity);
        for (int place = 0; place < capacity; place++) {
            states.set(place, LAP_BEFORE_FIRST << 1);
        }
    }

    public long tryClaim() {
        long last = cursor.get();
        if (flaw == Flaw.CLAIM_WITHOUT_LOOK) {
            return cursor.incrementAndGet();
        }
        if (last + 1 - capacity > done) {
            return Sequencer.FULL;
        }
        if (flaw == Flaw.CLAIM_WITHOUT_CAS) {
            cursor.set(last + 1);
            return last + 1;
        }
        return cursor.compareAndSet(last, last + 1) ? last + 1 : tryClaim();
    }

    /** Publishes an event, which is written by {@code write}. */
    public void publish(long sequence, Runnable write) {
        if (flaw == Flaw.MARK_BEFORE_EVENT) {
            states.set(place(sequence), lap(sequence) << 1);
            write.run();
        } else {
            write.run();
            states.set(place(sequence), lap(sequence) << 1);
        }
    }

    public void abort(long sequence) {
        if (flaw == Flaw.STATE_BEFORE_LAST_ABORTED) {
            states.set(place(sequence), lap(sequence) << 1 | 1);
            lastAborted = sequence;
        } else {
            lastAborted = sequence;
            states.set(place(sequence), lap(sequence) << 1 | 1);
        }
    }

    public boolean isReady(long sequence) {
        return states.get(place(sequence)) >> 1 == lap(sequence);
    }

    public boolean isAborted(long sequence) {
        return sequence <= lastAborted && (states.get(place(sequence)) & 1) != 0;
    }

    public long claimed() {
        return cursor.get();
    }

    public void done(long sequence) {
        done = sequence;
    }

    private int place(long sequence) {
        return (int) sequence % capacity;
    }

    private int lap(long sequence) {
        return flaw == Flaw.STATE_WITHOUT_LAP ? 0 : (int) sequence / capacity;
    }
}
