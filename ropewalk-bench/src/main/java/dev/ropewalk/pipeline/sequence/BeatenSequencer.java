package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.pipeline.ClaimBenchmark;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * {@link MultiProducerSequencer} for single claims that are all published, with one thing done in another way.
 *
 * <p>Where claims are additions, all producers keep a margin of the ring empty: each may add at most once after the others
 * have filled the rest, so that as many places as there are producers are enough. A claim that fails has added nothing.
 */
public final class BeatenSequencer extends Sequencer {
    private static final VarHandle STATES = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int LINE_SHIFT = 4;
    private static final int MARGIN = 8;
    private static final int CURSOR = 16;

    /** One long in the middle of lines of its own. */
    private final AtomicLongArray cursor = new AtomicLongArray(2 * CURSOR + 1);

    private final boolean adds;
    private final int waiters;
    private final int spread;
    private final int lapShift;
    private final int[] states;

    private BeatenSequencer(int capacity, boolean adds, boolean spreads) {
        super(capacity);
        this.adds = adds;
        waiters = adds ? capacity - MARGIN : capacity;
        spread = spreads ? LINE_SHIFT : 0;
        lapShift = Integer.numberOfTrailingZeros(capacity);
        states = new int[capacity << spread];
        Arrays.fill(states, -1);
        cursor.set(CURSOR, Sequence.BEFORE_FIRST);
    }

    /** Returns what a contender claims and publishes with. */
    public static Sequencer of(ClaimBenchmark.Contender contender, int capacity) {
        return switch (contender) {
            case NO_BACK_OFF -> new BeatenSequencer(capacity, false, false);
            case GET_AND_ADD -> new BeatenSequencer(capacity, true, false);
            case SPREAD_STATES -> new BeatenSequencer(capacity, false, true);
            default -> new MultiProducerSequencer(capacity);
        };
    }

    @Override
    public long tryClaim(int n, ConsumedCache consumed) {
        while (true) {
            long last = cursor.get(CURSOR);
            if (last + n - waiters > consumed.get()) {
                consumed.set(consumed());
                if (last + n - waiters > consumed.get()) {
                    return FULL;
                }
            }
            if (adds) {
                return cursor.addAndGet(CURSOR, n);
            }
            if (cursor.compareAndSet(CURSOR, last, last + n)) {
                return last + n;
            }
        }
    }

    @Override
    public void publishSilently(long low, long high) {
        for (long sequence = low; sequence <= high; sequence++) {
            STATES.setRelease(states, index(sequence), (int) (sequence >>> lapShift));
        }
    }

    @Override
    public void abortSilently(long low, long high) {
        throw new UnsupportedOperationException("nothing is aborted in the race");
    }

    @Override
    public long ready(long from, long most) {
        long sequence = from;
        while (sequence <= most && (int) STATES.getAcquire(states, index(sequence)) == (int) (sequence >>> lapShift)) {
            sequence++;
        }
        return sequence - 1;
    }

    @Override
    public boolean isAborted(long sequence) {
        return false;
    }

    @Override
    public long claimed() {
        return cursor.get(CURSOR);
    }

    @Override
    public long lastClaimed() {
        return claimed();
    }

    private int index(long sequence) {
        return ((int) sequence & capacity - 1) << spread;
    }
}
