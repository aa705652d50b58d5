package dev.ropewalk.pipeline.stage;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.base.VarHandles;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.Failure;
import dev.ropewalk.pipeline.FailurePolicy;
import dev.ropewalk.pipeline.StageFailedException;
import dev.ropewalk.pipeline.event.LongBatchEvent;
import dev.ropewalk.pipeline.event.StageStallEvent;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.Barrier;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.IdleWait;
import dev.ropewalk.scheduler.step.SimulatedFault;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives events to a handler, a batch at each step, in whatever thread a {@link Runner} has it do so. One stage has one
 * processor, or one for each shard or worker.
 *
 * <p>A step never waits. Where a failed event is to be tried again after a pause, the step says so and ends; the batch goes on
 * with the next one. Only one thread at a time makes steps, and each step happens-before the next.
 */
abstract class Processor<E> implements IdleWait {
    /** A step found nothing to do. */
    static final long NOTHING = 0;

    /** A step handled a batch. */
    static final long WORKED = -1;

    /** The processor has been halted and makes no more steps. */
    static final long HALTED = -2;

    private static final VarHandle THREAD = VarHandles.of(MethodHandles.lookup(), "thread", Thread.class);

    final String name;
    final RunningStage<E> stage;
    final Ring<E> ring;
    final Sequencer sequencer;

    /** What stands for the pipeline in a simulation. */
    final Lifecycle lifecycle;

    final EventHandler<? super E> handler;
    final StageCounters counters = new StageCounters();

    /** Up to where this processor is done, for those behind it. */
    final Sequence done;

    /** The next sequence to handle, and the first and the last of the batch; none is under way if the next is beyond the last. */
    long next;

    long batchStart;
    long batchEnd;

    /** Whether the batch was all that was ready. */
    boolean caughtUp;

    private final FailurePolicy policy;
    private boolean begun;

    /** Whether the handler was told of the beginning, and of the end. */
    private boolean started;

    private boolean stopped;

    /** What tells a recording how long a claim holds the stage up, while one does. */
    private @Nullable StageStallEvent stall;

    /** How often which events of the batch have failed. */
    private final Map<Long, Integer> failures = new HashMap<>();

    /** Which events of the batch aren't passed on; what a rewound batch drops is known when it is over. */
    private final List<Long> dropped = new ArrayList<>();

    private volatile boolean halted;

    /** Whether there are no more steps. Written last, so that a thread that reads it sees up to where they have come. */
    volatile boolean ended;

    @SuppressWarnings("UnusedVariable") // accessed through THREAD
    private @Nullable Thread thread;

    Processor(String name, RunningStage<E> stage, EventHandler<? super E> handler, Sequence done) {
        this.name = name;
        this.stage = stage;
        this.ring = stage.context.ring();
        this.sequencer = stage.context.sequencer();
        this.lifecycle = stage.context.lifecycle();
        this.policy = stage.settings.policy();
        this.handler = handler;
        this.done = done;
    }

    /** Puts the processor before its first event. */
    void startAfter(long sequence) {
        next = sequence + 1;
        batchEnd = sequence;
        done.set(sequence);
    }

    /** Chooses the next batch: sets {@link #next} and {@link #batchEnd}, and returns whether there is any. */
    abstract boolean take();

    /**
     * Handles events from {@link #next} to {@link #batchEnd}. However it ends, {@link #next} is the event that wasn't handled.
     */
    abstract void handle() throws Exception;

    /** Makes the batch visible to those behind. */
    abstract void release();

    /**
     * Returns whether the handler has finished an event that the stage isn't done with; no, as long as the processor hasn't ended. Of a pool
     * of workers each says whether it has nothing to do with the event any more.
     */
    boolean hasFinished(long sequence) {
        return ended && sequence < next;
    }

    /** Called once, at the end, before events are cleared. */
    void settle() {}

    /** Returns whether a step would find something to do. Called by the thread that makes the steps. */
    abstract boolean hasWork();

    /** Returns the event that is next between two batches. */
    long awaited() {
        return next;
    }

    /** Handles the batch as {@link #handle} is to, each event that isn't to be skipped. */
    final void handleAll() throws Exception {
        long from = next;
        long sequence = from;
        Barrier barrier = stage.barrier;
        boolean clean = from > barrier.lastSkipped();
        long last = clean ? batchEnd : barrier.lastEvent(from, batchEnd);
        long handled = 0;
        try {
            for (; sequence <= last; sequence++) {
                if (clean || !barrier.isSkipped(sequence)) {
                    handler.onEvent(ring.event(sequence), sequence, sequence == last);
                    handled++;
                }
            }
            sequence = batchEnd + 1;
        } finally {
            next = sequence;
            counters.events += handled;
        }
    }

    /** Makes one step: the answer is {@link #NOTHING}, {@link #WORKED}, {@link #HALTED}, or for how many nanoseconds to pause. */
    final long step() {
        Steps.before(StepKind.CONSUME, lifecycle);
        if (halted) {
            return HALTED;
        }
        if (next > batchEnd) {
            if (!take()) {
                return NOTHING;
            }
            begun = false;
            batchStart = next;
            if (stall != null) {
                endStall(next);
            }
        }
        enter();
        try {
            return work();
        } finally {
            leave();
        }
    }

    /**
     * Begins an event of Flight Recorder, unless one is under way for that sequence. One for another sequence is dropped: another worker
     * of a pool went on there, and told how long that was. Without memory to load its class there is none.
     */
    final void beginStall(long sequence) {
        if (stall == null || !stall.isAt(sequence)) {
            stall = null;
            try {
                stall = StageStallEvent.begun(sequence);
            } catch (Throwable noMemory) {
                return; // the event is lost, and nothing else
            }
        }
    }

    /** Ends the event if it is about the sequence that is next now. */
    private void endStall(long sequence) {
        StageStallEvent event = stall;
        stall = null;
        if (event != null && event.isAt(sequence)) {
            StageStallEvent.end(event, stage.context.name(), name);
        }
    }

    final void enter() {
        THREAD.setOpaque(this, Thread.currentThread());
    }

    final void leave() {
        THREAD.setOpaque(this, (Thread) null);
    }

    /** Looks for waiters, since a step found nothing to do. One that goes on here is part of the handler: it can't await its end. */
    final void idle() {
        enter();
        try {
            stage.idle();
        } finally {
            leave();
        }
    }

    private long work() {
        long size = batchEnd - batchStart + 1;
        LongBatchEvent event = FlightRecorderState.isUsed() ? beginEvent() : null;
        while (true) {
            if (!begun) {
                begun = true;
                beginBatch(size);
            }
            try {
                if (Steps.isStruck(FaultKind.TASK_FAILURE, this) && next <= batchEnd) {
                    // Not where the event that was skipped was the last one: no event is there to fail.
                    throw new SimulatedFault(FaultKind.TASK_FAILURE, this);
                }
                handle();
                break;
            } catch (Throwable e) {
                long pause = fail(e);
                if (pause != NOTHING) {
                    return pause;
                }
            }
        }
        endBatch();
        if (event != null) {
            LongBatchEvent.end(event, stage.context.name(), name, size);
        }
        count(size);
        if (!failures.isEmpty()) {
            failures.clear();
        }
        drop();
        Steps.before(StepKind.CONSUME, lifecycle);
        release();
        stage.advanced();
        return WORKED;
    }

    private static @Nullable LongBatchEvent beginEvent() {
        try {
            return LongBatchEvent.begun();
        } catch (Throwable noMemory) {
            return null; // not even to load its class
        }
    }

    private void count(long size) {
        counters.batches++;
        if (size > counters.largestBatch) {
            counters.largestBatch = size;
        }
    }

    /** Lets the stages behind skip what has failed here; called before they may see it. */
    private void drop() {
        if (!dropped.isEmpty()) {
            counters.dropped += dropped.size();
            dropped.forEach(stage.dropped::add);
            dropped.clear();
        }
    }

    private void beginBatch(long size) {
        try {
            handler.onBatchStart(size);
        } catch (Throwable e) {
            stage.context.log().reportHook(name, "onBatchStart", e);
        }
    }

    private void endBatch() {
        try {
            handler.onBatchEnd();
        } catch (Throwable e) {
            stage.context.log().reportHook(name, "onBatchEnd", e);
        }
    }

    /** Deals with the failure of the next event: the answer is how long to pause, none to go on at once, or that it is over. */
    private long fail(Throwable cause) {
        if (halted) {
            return HALTED;
        }
        counters.failures++;
        int times = failures.merge(next, 1, Integer::sum);
        Failure.Action action = policy.action(times - 1);
        long pause = policy.pauseNanos(times - 1);
        stage.context
                .log()
                .report(new Failure(stage.context.name(), name, next, ring.event(next), cause, times, action));
        return switch (action) {
            case SKIP -> {
                dropped.add(next);
                next++;
                yield NOTHING;
            }
            case PASS_ON -> {
                next++;
                yield NOTHING;
            }
            case REWIND -> {
                dropped.clear();
                next = batchStart;
                begun = false;
                yield pause;
            }
            case RETRY -> pause;
            case STOP -> {
                stage.context.fail(new StageFailedException(name, next, cause));
                yield HALTED;
            }
        };
    }

    /** Calls the handler's hook of the beginning. */
    final void begin() {
        started = true;
        enter();
        try {
            handler.onStart();
        } catch (Throwable e) {
            stage.context.log().reportHook(name, "onStart", e);
        } finally {
            leave();
        }
    }

    /**
     * Calls the handler's hook of the end, once, if that of the beginning was called. What has failed in a batch that isn't over
     * is dropped, too: the stages behind may go past it when this one is taken out.
     */
    final void end() {
        if (!started || stopped) {
            return;
        }
        stopped = true;
        endStall(awaited());
        enter();
        try {
            drop();
            settle();
            ended = true;
            handler.onStop();
        } catch (Throwable e) {
            stage.context.log().reportHook(name, "onStop", e);
        } finally {
            leave();
        }
    }

    /** Lets the next step be the last; any thread may call this. */
    final void halt() {
        halted = true;
    }

    final boolean isHalted() {
        return halted;
    }

    /** Returns whether the calling code is part of this processor's handler. */
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    final boolean isCurrent() {
        return THREAD.getOpaque(this) == Thread.currentThread();
    }

    @Override
    public String toString() {
        return "stage " + name + " of the pipeline " + stage.context.name();
    }
}
