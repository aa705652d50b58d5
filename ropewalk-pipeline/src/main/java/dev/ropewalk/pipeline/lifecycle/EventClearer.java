package dev.ropewalk.pipeline.lifecycle;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Clears events when all stages are done with them, before producers may claim their places again. Whichever last stage
 * finds that there is something to clear does it.
 *
 * <p>Why nothing stays uncleared. One stage at a time clears. A stage that finds another at it leaves, having written its own sequence
 * before it tried; a stage that has cleared looks at all the sequences once more after it has let go. Either it sees the other's, or
 * the other, whose attempt comes later then, isn't refused. What is left at the end is asked for by a count that is raised
 * before the attempt, and looked at like the sequences. A thread that asks and is refused mustn't tell anyone that all is cleared: the
 * thread that it found at work answers for both, and then runs what was to follow.
 *
 * <p>Why nothing is cleared twice, nor while it is in use. Producers go no further than a lap ahead of {@code cleared}, so what lies
 * between that and the lowest of the stages' sequences is of this lap, and all are done with it. {@code cleared} never goes back, and
 * has come to each event that was given to the hook, however that ended. The
 * lowest sequence may, for a moment: a worker that fails to take an event holds its stage back, and so does a stage that is
 * being added. A thread that finds it behind {@code cleared} clears nothing.
 *
 * <p>Why producers don't come too early when the last stage leaves. They go on without any stage only when nothing is left to clear of
 * what that stage has done. The thread that takes it out writes that there is none, and then looks how far events are cleared; the thread
 * that clears writes how far, and then looks whether there is any stage. There is a full fence between the two on either side, so one
 * of them lets producers go on. If a stage is added before that, it begins behind what is still being cleared, and {@code cleared}
 * comes to it in order.
 */
public final class EventClearer<E> {
    private static final VarHandle BUSY = VarHandles.of(MethodHandles.lookup(), "busy", int.class);
    private static final VarHandle CLEARING = VarHandles.of(MethodHandles.lookup(), "clearing", Thread.class);

    private final Ring<E> ring;
    private final Sequencer sequencer;
    private final Consumer<? super E> hook;
    private final FailureLog log;
    private final Sequence cleared = new Sequence(Sequence.BEFORE_FIRST);
    private volatile Sequence[] last = {cleared};

    @SuppressWarnings("UnusedVariable") // accessed through BUSY
    private int busy;

    /** The thread that clears. Any other reads another one or none, whatever the order. */
    @SuppressWarnings("UnusedVariable") // accessed through CLEARING
    private @Nullable Thread clearing;

    /** How often what is left at the end was to be cleared, and up to which of these times it has been. */
    private final AtomicInteger asked = new AtomicInteger();

    private volatile int answered;

    /** Set before {@link #asked} is raised for the first time. */
    private volatile Runnable whenAbandoned = () -> {};

    /**
     * The places of the events that were left at the end and are cleared; when a stage leaves after the end, they aren't cleared once
     * more. Used by the thread that clears. As large as it can get: no memory is needed at the end.
     */
    private final BitSet abandoned;

    /** Run when all is cleared that stages have done; null as long as there is a stage. */
    private volatile @Nullable Runnable whenStageless;

    /** Up to where events may have passed without a stage, and not be published yet. */
    private volatile long passed = Sequence.BEFORE_FIRST;

    public EventClearer(Ring<E> ring, Sequencer sequencer, Consumer<? super E> hook, FailureLog log) {
        this.ring = ring;
        this.sequencer = sequencer;
        this.hook = hook;
        this.log = log;
        abandoned = new BitSet(ring.capacity());
    }

    /** Returns up to where events are cleared. */
    public Sequence cleared() {
        return cleared;
    }

    /**
     * Lets clearing begin behind a sequence, for a stage that is added where there was none.
     *
     * @param isDone whether all was cleared: if so, what passed since is left out; else it is cleared where it was published
     */
    public void startAfter(long sequence, boolean isDone) {
        passed = Math.max(passed, sequence);
        if (isDone) {
            cleared.set(sequence);
        }
    }

    /** Sets the sequences of the stages that no other covers; there is one at least. */
    public void dependOn(Sequence[] sequences) {
        whenStageless = null;
        last = sequences;
    }

    /** Returns whether all is cleared that the stages have done. Where they have gone, it stays so. */
    public boolean isDone() {
        return !isUncleared(lowest());
    }

    /**
     * Says that there is no stage any more; to be followed by {@link #advance}.
     *
     * @param then run when {@link #isDone}, by this thread or by another, and maybe more than once
     */
    public void whenStageless(Runnable then) {
        whenStageless = then;
    }

    public void advance() {
        VarHandle.fullFence();
        while (mustClear() && BUSY.compareAndSet(this, 0, 1)) {
            int times = asked.get();
            boolean cleared = false;
            CLEARING.setOpaque(this, Thread.currentThread());
            try {
                clear();
                if (times > 0) {
                    clearAbandoned();
                    answered = times;
                }
                cleared = true;
            } finally {
                CLEARING.setOpaque(this, (Thread) null);
                BUSY.setVolatile(this, 0);
                VarHandle.fullFence();
                if (times > 0 || (!cleared && asked.get() > 0)) {
                    whenAbandoned.run();
                }
            }
        }
        Runnable then = whenStageless;
        if (then != null && isDone()) {
            then.run();
        }
    }

    /**
     * Clears the published events that not all stages have handled. Called when none will, and again when more may have
     * been published.
     *
     * @param then run when they are cleared, or can't be: by this thread or by the thread that is clearing at this moment, and
     *     maybe more than once; the same at each call
     */
    public void abandon(Runnable then) {
        whenAbandoned = then;
        int ignored = asked.incrementAndGet();
        advance();
    }

    /** Returns whether the calling code is part of the hook. */
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    public boolean isCurrent() {
        return CLEARING.getOpaque(this) == Thread.currentThread();
    }

    private boolean mustClear() {
        return isUncleared(lowest()) || asked.get() != answered;
    }

    private boolean isUncleared(long sequence) {
        return sequence > cleared.get();
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
        long unsure = passed;
        long sequence = cleared.get() + 1;
        try {
            for (; sequence <= to; sequence++) {
                if (!abandoned.get(place(sequence)) && (sequence > unsure || sequencer.isReady(sequence))) {
                    clear(sequence);
                }
            }
        } finally {
            if (isUncleared(sequence - 1)) {
                cleared.set(sequence - 1);
            }
        }
    }

    private void clear(long sequence) {
        try {
            hook.accept(ring.event(sequence));
        } catch (Throwable e) {
            report(sequence, e);
        }
    }

    /** A failure that can't be told, for want of memory, ends nothing: the events behind it are to be cleared, too. */
    private void report(long sequence, Throwable failure) {
        try {
            log.reportClearing(sequence, failure);
        } catch (Throwable ofMemory) {
            return; // there is no other place to tell of it
        }
    }

    private int place(long sequence) {
        return (int) sequence & ring.capacity() - 1;
    }

    /** Doesn't count the places as free: what is published late stays in its place, to be found by the next call. */
    private void clearAbandoned() {
        long last = sequencer.claimed();
        long from = Math.max(Math.max(cleared.get(), sequencer.consumed()), last - ring.capacity());
        for (long sequence = from + 1; sequence <= last; sequence++) {
            int place = place(sequence);
            if (!abandoned.get(place) && sequencer.isReady(sequence) && !sequencer.isAborted(sequence)) {
                abandoned.set(place);
                clear(sequence);
            }
        }
    }
}
