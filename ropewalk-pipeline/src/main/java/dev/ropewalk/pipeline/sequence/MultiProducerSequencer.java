package dev.ropewalk.pipeline.sequence;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A sequencer for any number of producers, which claim by a compare-and-set of one cursor and publish each place by itself.
 *
 * <p>Each place of the ring has a state, which says in which lap it was last published or aborted:
 *
 * <pre>
 *   31                                     1 0
 *  +----------------------------------------+-+
 *  | lap: sequence / capacity, its low bits |A|    A: aborted
 *  +----------------------------------------+-+
 * </pre>
 *
 * <p>Writers. The cursor, the highest claimed sequence, is changed by producers alone, by compare-and-set, and never goes down.
 * The state of a place is written once, by the producer that has claimed the sequence that the place is for. Consumers write
 * nothing here, and don't read the cursor: it lies in a cache line that belongs to the producers. They look at the state of the
 * next place instead.
 *
 * <p>Why no place has two claims. Between the look at the cursor and the compare-and-set no other producer has claimed, since the
 * cursor would be higher: so a producer owns all sequences above what it saw, up to what it wrote. It has checked, with what it
 * saw, that the slowest stage is at most a lap behind, and stages only advance: so the place is free of the sequence a lap
 * before. The compare-and-set decides the order, and a claim that begins after another one has ended is higher. Nothing is
 * claimed where there is no room, so a try that fails leaves no trace; and the ring was full at one moment, for the cursor is
 * looked at before the stages.
 *
 * <p>Why a consumer sees what was published. The state is written with release after the event, and read with acquire before
 * it. The state of an aborted place is written after {@link #lastAborted}, and so is never taken for that of an event.
 *
 * <p>Why nothing is overwritten while it is still to be read. A stage advances with release after it has read events and
 * states, and the producer reads that with acquire before it claims. It may keep what it has read for later claims. Where the
 * {@link ConsumedCache} is shared by threads, it hands on with release and acquire what one of them has read.
 *
 * <p>Why an old state isn't taken for the awaited one. While a consumer waits for the sequence of a place, the place can only
 * have the state of the lap before, or its own: the next claim of the place waits for this consumer. So it would be enough to
 * tell odd laps from even ones, and that lap numbers repeat after 2^31 laps does no harm. At first all states are of the lap
 * before the first, -1. A consumer that doesn't hold producers up any more, because it is being removed, may find the state of
 * a later lap, and then finds nothing ready.
 *
 * <p>Sequences are claimed one by one or as many as a batch has. Reserving more for later, or lanes for each producer, would be
 * cheaper; but then what is published after something else could come before it.
 */
public final class MultiProducerSequencer extends Sequencer {
    private static final VarHandle STATES = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int PUBLISHED = 0;
    private static final int ABORTED = 1;

    /** How long a producer stays away after others have claimed, in spins: they make a run of claims in that time. */
    private static final int MIN_SPINS = 16;

    private static final int MAX_SPINS = 256;

    private final Sequence cursor = new Sequence(Sequence.BEFORE_FIRST);
    private final int[] states;
    private final int lapShift;

    public MultiProducerSequencer(int capacity) {
        this(capacity, 0);
    }

    /** Makes a sequencer whose first sequence is a given one, for tests of what happens after many laps. */
    MultiProducerSequencer(int capacity, long first) {
        super(capacity);
        lapShift = Integer.numberOfTrailingZeros(capacity);
        states = new int[capacity];
        cursor.set(first - 1);
        for (long sequence = first - capacity; sequence < first; sequence++) {
            states[place(sequence)] = state(lap(sequence), PUBLISHED);
        }
    }

    @Override
    public long tryClaim(int n, ConsumedCache consumed) {
        int spins = MIN_SPINS;
        while (true) {
            long last = cursor.getVolatile();
            long high = last + n;
            if (!findRoom(high, consumed)) {
                return FULL;
            }
            if (cursor.compareAndSet(last, high)) {
                return high;
            }
            for (int spin = 0; spin < spins; spin++) {
                Thread.onSpinWait();
            }
            spins = Math.min(spins << 1, MAX_SPINS);
        }
    }

    private boolean findRoom(long high, ConsumedCache consumed) {
        long needed = high - capacity;
        if (needed <= consumed.get()) {
            return true;
        }
        long now = consumed();
        consumed.set(now);
        return needed <= now;
    }

    @Override
    public void publishSilently(long low, long high) {
        mark(low, high, PUBLISHED);
    }

    @Override
    public void abortSilently(long low, long high) {
        raiseLastAborted(high);
        mark(low, high, ABORTED);
    }

    private void mark(long low, long high, int how) {
        for (long sequence = low; sequence <= high; sequence++) {
            STATES.setRelease(states, place(sequence), state(lap(sequence), how));
        }
    }

    @Override
    public long ready(long from, long most) {
        for (long sequence = from; sequence <= most; sequence++) {
            if ((stateOf(sequence) & ~ABORTED) != state(lap(sequence), PUBLISHED)) {
                return sequence - 1;
            }
        }
        return most;
    }

    @Override
    public boolean isAborted(long sequence) {
        return stateOf(sequence) == state(lap(sequence), ABORTED);
    }

    @Override
    public long claimed() {
        return cursor.getVolatile();
    }

    @Override
    public long lastClaimed() {
        return cursor.getVolatile();
    }

    private int stateOf(long sequence) {
        return (int) STATES.getAcquire(states, place(sequence));
    }

    private int place(long sequence) {
        return (int) sequence & capacity - 1;
    }

    private long lap(long sequence) {
        return sequence >> lapShift;
    }

    private static int state(long lap, int how) {
        return (int) lap << 1 | how;
    }
}
