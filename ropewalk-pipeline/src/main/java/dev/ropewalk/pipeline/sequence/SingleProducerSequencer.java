package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.base.AsymmetricFence;
import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A sequencer for one producer at a time, which claims without any atomic operation or fence.
 *
 * <p>Why it is right. {@code claimed} is the producer's own; the hand-over to another thread makes it visible. The cursor is
 * written by the producer alone, in order, with release: a consumer that reads it with acquire sees the events up to there, and
 * the marks of those that were aborted, which are written before. A place is claimed again only when all stages have released it
 * through their sequences, which the producer reads with acquire: so it neither overwrites an event nor a mark that is still to
 * be read.
 *
 * <p>Events are published in the order of their claims, because the producer has one claim at a time and refuses another, such
 * as by a translator that publishes. So what lies between the cursor and {@code claimed} is the open claim. Only the producer asks
 * for it, or whoever takes over from it.
 *
 * <p>Why no claim is missed when the pipeline closes. The producer writes {@code claimed} and then reads whether claims are
 * refused; the thread that closes refuses them and then reads {@code claimed}. Between the two is an {@link AsymmetricFence}, for
 * which the closing thread pays: the claim is seen by the one, or the refusal by the other.
 *
 * <p>A mark is the lap in which the place was aborted. It needn't be taken back, for the next event of that place belongs to
 * another lap. Laps repeat after 2^32, which no mark outlives by chance: it is compared only for sequences up to the last
 * aborted one.
 */
public final class SingleProducerSequencer extends SingleProducerCursor {
    private static final VarHandle CLAIMED =
            VarHandles.of(MethodHandles.lookup(), SingleProducerFields.class, "claimed", long.class);
    private static final VarHandle CURSOR =
            VarHandles.of(MethodHandles.lookup(), SingleProducerCursor.class, "cursor", long.class);

    private static final int NEVER = -1;

    private final int lapShift;

    /** Made at the beginning: an abort needs no memory, or else a claim that can't be aborted would stay open. */
    private final AtomicIntegerArray marks;

    public SingleProducerSequencer(int capacity) {
        super(capacity);
        lapShift = Integer.numberOfTrailingZeros(capacity);
        marks = new AtomicIntegerArray(capacity);
        for (int place = 0; place < capacity; place++) {
            marks.setPlain(place, NEVER);
        }
    }

    @Override
    public long tryClaim(int n, ConsumedCache consumed) {
        long high = claimed + n;
        if (high > limit && !findRoom(high)) {
            return FULL;
        }
        CLAIMED.setOpaque(this, high);
        AsymmetricFence.light();
        return high;
    }

    /**
     * As {@link #tryClaim} of one sequence, and only if no claim is open and the stages needn't be looked at; returns whether
     * there is a claim now.
     */
    public boolean tryClaimNext() {
        long last = claimed;
        if (last != cursor || last >= limit) {
            return false;
        }
        CLAIMED.setOpaque(this, last + 1);
        AsymmetricFence.light();
        return true;
    }

    /** Returns how many sequences are claimed and neither published nor aborted, as their producer. */
    public int openSize() {
        return (int) (claimed - cursor);
    }

    /** Returns the first sequence of the open claim, as its producer. */
    public long openLow() {
        return cursor + 1;
    }

    /** Returns the last sequence of the open claim, as its producer. */
    public long openHigh() {
        return claimed;
    }

    /** Looks how far the stages are; returns whether there is room up to a sequence. */
    private boolean findRoom(long high) {
        limit = consumed() + capacity;
        return high <= limit;
    }

    @Override
    public void publishSilently(long low, long high) {
        CURSOR.setRelease(this, high);
    }

    @Override
    public void abortSilently(long low, long high) {
        for (long sequence = low; sequence <= high; sequence++) {
            marks.setPlain(place(sequence), lap(sequence));
        }
        raiseLastAborted(high);
        CURSOR.setRelease(this, high);
    }

    @Override
    public long ready(long from, long most) {
        return Math.min(claimed(), most);
    }

    @Override
    public boolean isAborted(long sequence) {
        return marks.getPlain(place(sequence)) == lap(sequence);
    }

    @Override
    public long claimed() {
        return (long) CURSOR.getAcquire(this);
    }

    @Override
    public long lastClaimed() {
        AsymmetricFence.heavy();
        return (long) CLAIMED.getOpaque(this);
    }

    private int place(long sequence) {
        return (int) sequence & capacity - 1;
    }

    private int lap(long sequence) {
        return (int) (sequence >>> lapShift);
    }
}

/** The last sequence that was published or aborted: written by the producer, read by consumers all the time. */
abstract class SingleProducerCursor extends SingleProducerFields {
    long cursor = Sequence.BEFORE_FIRST;

    long r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16;

    SingleProducerCursor(int capacity) {
        super(capacity);
    }
}

/** What the producer writes with each claim, away from what consumers read. */
abstract class SingleProducerFields extends Sequencer {
    int p0;
    long p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15;

    /** The last claimed sequence. */
    long claimed = Sequence.BEFORE_FIRST;

    /** The highest sequence that may be claimed, as far as the slowest stage was when it was last looked at. */
    long limit = Sequence.BEFORE_FIRST;

    long q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

    SingleProducerFields(int capacity) {
        super(capacity);
    }
}
