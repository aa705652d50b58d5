package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.StageStats;
import dev.ropewalk.pipeline.sequence.AnySleeper;
import dev.ropewalk.pipeline.sequence.Barrier;
import dev.ropewalk.pipeline.sequence.DroppedEvents;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Signal;
import dev.ropewalk.pipeline.sequence.Signals;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A stage of a pipeline that exists: its processors, their runners, and its links to the stages beside it. */
public class RunningStage<E> {
    final StageSettings<E> settings;
    final PipelineContext<E> context;
    final Barrier barrier;

    /** The events that this stage doesn't pass on. */
    final DroppedEvents dropped;

    final int maxBatch;

    /** The signals of the stages behind that wait for an advance of this one. */
    final Signals signals = new Signals();

    /** The thread that polls at this moment, if this is the stage of a poller. */
    volatile @Nullable Thread poller;

    private final List<Processor<E>> processors = new ArrayList<>();
    private final List<Runner<E>> runners = new ArrayList<>();

    /** The runners that must be told when there are events. */
    private final List<Runner<E>> sleepers = new ArrayList<>();

    private final AnySleeper oneSleeper = new AnySleeper(sleepers);
    private Sequence[] progress = {};
    private long joined = Sequence.NOWHERE;

    /** Whether producers may not overtake this stage, since nothing behind it holds them up before. */
    private volatile boolean gates;

    RunningStage(StageSettings<E> settings, PipelineContext<E> context) {
        this.settings = settings;
        this.context = context;
        barrier = new Barrier(context.sequencer());
        dropped = new DroppedEvents(context.ring().capacity());
        maxBatch = settings.largestBatch(context.ring().capacity());
    }

    void add(Processor<E> processor, Runner<E> runner) {
        processors.add(processor);
        runners.add(runner);
        if (runner.needsSignals()) {
            sleepers.add(runner);
        }
    }

    /** Returns whether those in front must tell this stage of their advance. */
    boolean needsSignals() {
        return runners.stream().anyMatch(Runner::needsSignals);
    }

    /** Ends the runners after their next steps, and tells the subscription. */
    void halt() {
        runners.forEach(Runner::halt);
    }

    /** Sets what those behind may not overtake, to be read in this order. */
    void progress(List<Sequence> sequences) {
        progress = sequences.toArray(Sequence[]::new);
    }

    /** Puts the stage before its first event. */
    void startAfter(long sequence) {
        progress[0].set(sequence);
        processors.forEach(processor -> processor.startAfter(sequence));
    }

    /** Lets the stage cover those before it that have passed a sequence. */
    void join(long sequence) {
        joined = sequence;
    }

    /** Returns the sequence after which the stage began, {@link Sequence#NOWHERE} if it hasn't yet. */
    long joined() {
        return joined;
    }

    public String name() {
        return settings.name();
    }

    Sequence[] progress() {
        return progress;
    }

    List<Processor<E>> processors() {
        return processors;
    }

    List<Runner<E>> runners() {
        return runners;
    }

    /** Returns whether the calling code is part of a handler of this stage. */
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    boolean isCurrent() {
        return poller == Thread.currentThread() || runners.stream().anyMatch(Runner::isCurrent);
    }

    /**
     * Throws if the calling code is part of a handler of this stage.
     *
     * @param what it would wait for
     */
    void checkNotWithin(String what) {
        if (isCurrent()) {
            throw new IllegalStateException("the handler of stage " + name() + " would wait for itself: " + what
                    + " of its own pipeline " + context.name());
        }
    }

    /** Wakes one runner of this stage, if any sleeps. */
    void wakeOne() {
        if (!sleepers.isEmpty()) {
            VarHandle.fullFence();
            oneSleeper.raise();
        }
    }

    /** Adds the signals to tell when there are events for this stage. */
    void addSleepers(List<? super Signal> signals) {
        if (settings.shape() == StageSettings.Shape.WORKERS && !sleepers.isEmpty()) {
            signals.add(oneSleeper);
        } else {
            signals.addAll(sleepers);
        }
    }

    /** Returns up to where all of this stage is done. */
    long position() {
        return Sequence.lowest(progress);
    }

    /** Returns whether this stage is yet to handle a published event. */
    boolean isLeft(long sequence) {
        return position() < sequence && !barrier.isDropped(sequence) && !isFinished(sequence);
    }

    /** Returns whether a handler has finished an event though the stage isn't done with it. */
    private boolean isFinished(long sequence) {
        return settings.shape() == StageSettings.Shape.WORKERS
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
    void advanced() {
        signals.raise();
        if (gates) {
            context.stageAdvanced();
        }
    }

    /** Called by a processor that has found nothing to do: looks for waiters, after a fence. */
    void idle() {
        VarHandle.fullFence();
        if (gates) {
            context.stageIdle();
        }
    }

    /**
     * Returns what this stage has done.
     *
     * @param claimed the highest claimed sequence
     */
    public StageStats stats(long claimed) {
        long position = Math.min(position(), claimed);
        long events = 0;
        long batches = 0;
        long largestBatch = 0;
        long stalls = 0;
        long failures = 0;
        long dropped = 0;
        for (Processor<E> processor : processors) {
            StageCounters counters = processor.counters;
            events += counters.events;
            batches += counters.batches;
            largestBatch = Math.max(largestBatch, counters.largestBatch);
            stalls += counters.stalls;
            failures += counters.failures;
            dropped += counters.dropped;
        }
        return new StageStats(position, claimed - position, events, batches, largestBatch, stalls, failures, dropped);
    }
}
