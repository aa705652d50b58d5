package dev.ropewalk.pipeline.sequence;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * The events that a stage doesn't pass on, because its handler has failed at them.
 *
 * <p>A mark is the lap in which the event of its place was dropped. It needn't be taken back, for the next event of that place
 * belongs to another lap. Laps repeat after 2^32, which no mark outlives by chance: a mark is looked at only for events up to
 * the last that was dropped.
 *
 * <p>Why the stages behind see a mark. It is written by the processor that has the event, before that processor advances, and
 * read by processors that have seen the advance, of the stage itself or of one behind it. The place is used again only when they
 * have all advanced.
 */
public final class DroppedEvents {
    private static final VarHandle LAPS = VarHandles.of(MethodHandles.lookup(), "laps", AtomicIntegerArray.class);
    private static final VarHandle LAST = VarHandles.of(MethodHandles.lookup(), "last", long.class);

    private static final int NEVER = -1;

    private final int capacity;
    private final int lapShift;

    /** Made with the first event that is dropped. */
    @SuppressWarnings("UnusedVariable") // accessed through LAPS
    private @Nullable AtomicIntegerArray laps;

    @SuppressWarnings("UnusedVariable") // accessed through LAST
    private long last = Sequence.BEFORE_FIRST;

    public DroppedEvents(int capacity) {
        this.capacity = capacity;
        lapShift = Integer.numberOfTrailingZeros(capacity);
    }

    /** Drops an event; called by the processor that has it, before it is shown as done. */
    public void add(long sequence) {
        marks().setRelease(place(sequence), lap(sequence));
        long known = last();
        while (known < sequence && !LAST.compareAndSet(this, known, sequence)) {
            known = last();
        }
    }

    private AtomicIntegerArray marks() {
        AtomicIntegerArray present = (AtomicIntegerArray) LAPS.getAcquire(this);
        if (present != null) {
            return present;
        }
        var made = new AtomicIntegerArray(capacity);
        for (int place = 0; place < capacity; place++) {
            made.setPlain(place, NEVER);
        }
        AtomicIntegerArray other = (AtomicIntegerArray) LAPS.compareAndExchange(this, null, made);
        return other == null ? made : other;
    }

    boolean contains(long sequence) {
        if (sequence > last()) {
            return false;
        }
        AtomicIntegerArray marks = (AtomicIntegerArray) LAPS.getAcquire(this);
        return marks != null && marks.getAcquire(place(sequence)) == lap(sequence);
    }

    /** Returns the highest event that was dropped: a processor that handles only higher ones need not ask for each. */
    public long last() {
        return (long) LAST.getAcquire(this);
    }

    private int place(long sequence) {
        return (int) sequence & capacity - 1;
    }

    private int lap(long sequence) {
        return (int) (sequence >>> lapShift);
    }
}
