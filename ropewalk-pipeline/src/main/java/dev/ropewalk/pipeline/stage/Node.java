package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.pipeline.sequence.Barrier;
import dev.ropewalk.pipeline.sequence.Dropped;
import dev.ropewalk.pipeline.sequence.OneOf;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Signal;
import dev.ropewalk.pipeline.sequence.Signals;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stage of a pipeline that exists: its processors, who runs them, and how it hangs together with the stages beside it. */
public final class Node<E> {
    final Stage<E> stage;
    public final Shared<E> shared;
    public final Barrier barrier;

    /** The events that this stage doesn't pass on. */
    final Dropped dropped;

    final int maxBatch;

    /** Whom to tell of an advance: those who wait behind. */
    final Signals signals = new Signals();

    /** Who polls at this moment, if this is the stage of a poller. */
    public volatile @Nullable Thread poller;

    private final List<Processor<E>> processors = new ArrayList<>();
    private final List<Runner<E>> runners = new ArrayList<>();

    /** Those of the runners who must be told when there are events. */
    private final List<Runner<E>> sleepers = new ArrayList<>();

    private final OneOf oneSleeper = new OneOf(sleepers);
    private Sequence[] progress = {};
    private long joined = Sequence.NOWHERE;

    /** Whether producers may not overtake this stage, since nothing behind it holds them up before. */
    private volatile boolean gates;

    public Node(Stage<E> stage, Shared<E> shared) {
        this.stage = stage;
        this.shared = shared;
        barrier = new Barrier(shared.sequencer());
        dropped = new Dropped(shared.ring().capacity());
        maxBatch = stage.largestBatch(shared.ring().capacity());
    }

    void add(Processor<E> processor, Runner<E> runner) {
        processors.add(processor);
        runners.add(runner);
        if (runner.needsSignals()) {
            sleepers.add(runner);
        }
    }

    /** Sets what those behind may not overtake, to be read in this order. */
    public void progress(List<Sequence> sequences) {
        progress = sequences.toArray(Sequence[]::new);
    }

    /** Puts the stage before its first event. */
    public void startAfter(long sequence) {
        progress[0].set(sequence);
        processors.forEach(processor -> processor.startAfter(sequence));
    }

    /** Lets the stage cover those before it that have passed a sequence. */
    public void join(long sequence) {
        joined = sequence;
    }

    /** Returns the sequence after which the stage began, {@link Sequence#NOWHERE} if it hasn't yet. */
    long joined() {
        return joined;
    }

    public String name() {
        return stage.name();
    }

    public Sequence[] progress() {
        return progress;
    }

    public List<Processor<E>> processors() {
        return processors;
    }

    public List<Runner<E>> runners() {
        return runners;
    }

    /** Returns whether the calling code is part of a handler of this stage. */
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    boolean isCurrent() {
        return poller == Thread.currentThread() || processors.stream().anyMatch(Processor::isCurrent);
    }

    /** Wakes one of those who run this stage, if any sleeps. */
    void wakeOne() {
        if (!sleepers.isEmpty()) {
            VarHandle.fullFence();
            oneSleeper.raise();
        }
    }

    /** Adds those who must be told when there are events for this stage. */
    void addSleepers(List<? super Signal> signals) {
        if (stage.shape() == Stage.Shape.WORKERS && !sleepers.isEmpty()) {
            signals.add(oneSleeper);
        } else {
            signals.addAll(sleepers);
        }
    }

    /** Returns up to where all of this stage is done. */
    public long position() {
        return Sequence.lowest(progress);
    }

    /** Returns whether this stage is yet to handle a published event. */
    boolean isLeft(long sequence) {
        return position() < sequence && !barrier.isDropped(sequence) && !isFinished(sequence);
    }

    /** Returns whether a handler has finished an event though the stage isn't done with it. */
    private boolean isFinished(long sequence) {
        return stage.shape() == Stage.Shape.WORKERS
                ? processors.stream().allMatch(processor -> processor.hasFinished(sequence))
                : processors.stream().anyMatch(processor -> processor.hasFinished(sequence));
    }

    void gate(boolean producers) {
        gates = producers;
    }

    boolean gates() {
        return gates;
    }

    /** Called by a processor that has advanced. */
    public void advanced() {
        signals.raise();
        if (gates) {
            shared.freed();
        }
    }

    /** Called by a processor that has found nothing to do: looks for those who wait, after a fence. */
    public void idle() {
        VarHandle.fullFence();
        if (gates) {
            shared.idle();
        }
    }
}
