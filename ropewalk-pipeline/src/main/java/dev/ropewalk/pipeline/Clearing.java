package dev.ropewalk.pipeline;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Consumer;

/**
 * Clears events when all stages are done with them, before producers may claim their places again. Whichever last stage
 * finds that there is something to clear does it.
 *
 * <p>Why nothing stays uncleared. One stage at a time clears. Who finds another at it leaves, having written its own sequence
 * before it tried; who has cleared looks at all the sequences once more after it has let go. Either it sees the other's, or
 * the other, whose attempt comes later then, isn't refused.
 */
final class Clearing<E> {
    private static final VarHandle BUSY;

    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(Clearing.class, "busy", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Ring<E> ring;
    private final Consumer<? super E> hook;
    private final FailureLog log;
    private final Sequence cleared = new Sequence(Sequence.BEFORE_FIRST);
    private volatile Sequence[] last = {cleared};

    @SuppressWarnings("UnusedVariable") // accessed through BUSY
    private int busy;

    Clearing(Ring<E> ring, Consumer<? super E> hook, FailureLog log) {
        this.ring = ring;
        this.hook = hook;
        this.log = log;
    }

    /** Returns up to where events are cleared. */
    Sequence cleared() {
        return cleared;
    }

    /** Leaves out what passed through the ring while there was no stage. */
    void startAfter(long sequence) {
        cleared.set(sequence);
    }

    /** Sets the sequences of the stages that no other covers; there is one at least. */
    void dependOn(Sequence[] sequences) {
        last = sequences;
    }

    void advance() {
        VarHandle.fullFence();
        while (lowest() > cleared.get() && BUSY.compareAndSet(this, 0, 1)) {
            try {
                clear();
            } finally {
                BUSY.setVolatile(this, 0);
                VarHandle.fullFence();
            }
        }
    }

    /** Returns up to where all stages are done; the stages are read again lest one was added meanwhile, far behind. */
    @SuppressWarnings("ReferenceEquality") // whether it is the same array, never changed
    private long lowest() {
        while (true) {
            Sequence[] stages = last;
            long lowest = Sequence.lowest(stages);
            if (stages == last) {
                return lowest;
            }
        }
    }

    private void clear() {
        long to = lowest();
        for (long sequence = cleared.get() + 1; sequence <= to; sequence++) {
            try {
                hook.accept(ring.event(sequence));
            } catch (Throwable e) {
                log.reportHook("clear", "of event " + sequence, e);
            }
        }
        cleared.set(to);
    }
}
