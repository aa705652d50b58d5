package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.Barrier;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A stage without processors and runners, whose events are taken one at a time, by one party. What was taken is passed on, and its place
 * freed, when the next is looked for beyond what was ready, or {@link #passOn} is called: not before the party is done with it.
 *
 * <p>It sleeps as {@link Runner}s do, by a {@link SourceSignal}: armed first, then one more look.
 *
 * <p>Used by one thread at a time, each use happens-before the next.
 */
public final class StageSource<E> {
    private final RunningStage<E> stage;
    private final Shutdown<E> shutdown;
    private final SourceSignal signal;
    private final Lifecycle lifecycle;
    private final Sequence done;
    private final StallPause stallPause = new StallPause(Runner.STALL_NANOS);
    private final AtomicBoolean closed = new AtomicBoolean();

    /** The first sequence that wasn't taken or skipped, and the last that is known to be ready. */
    private long next;

    private long ready;

    StageSource(RunningStage<E> stage, Shutdown<E> shutdown, SourceSignal signal) {
        this.stage = stage;
        this.shutdown = shutdown;
        this.signal = signal;
        lifecycle = stage.context.lifecycle();
        done = stage.progress()[0];
        ready = done.own();
        next = ready + 1;
    }

    /** Takes the next event, if one is ready and the pipeline hasn't ended; returns whether it did. */
    public boolean take() {
        boolean isReady = seek();
        if (isReady) {
            next++;
        }
        return isReady;
    }

    /** Goes past events that are to be skipped, to the next that can be taken; returns whether one is ready and the pipeline hasn't ended. */
    public boolean seek() {
        Steps.before(StepKind.CONSUME, lifecycle);
        if (lifecycle.hasEndedNow()) {
            return false;
        }
        Barrier barrier = stage.barrier;
        while (true) {
            if (next > ready) {
                passOn();
                ready = barrier.ready(next, next + stage.maxBatch - 1);
                if (ready < next) {
                    stage.idle();
                    return false;
                }
                stallPause.reset();
            }
            if (!barrier.isSkipped(next)) {
                return true;
            }
            next++;
        }
    }

    /** Returns the event that was taken last. */
    public E event() {
        return stage.context.ring().event(next - 1);
    }

    /**
     * Marks the calling thread as one that is in a handler of this stage, which can't wait for the pipeline. From then on an end of the pipeline
     * waits before it clears events.
     *
     * @return false if the pipeline has ended meanwhile; then the event that was taken last counts as not taken, and isn't to be read
     */
    public boolean enter() {
        stage.poller = Thread.currentThread();
        if (lifecycle.hasEndedNow()) {
            next--;
            return false;
        }
        return true;
    }

    /** Ends what {@link #enter} has begun, whatever that has returned. */
    public void leave() {
        stage.poller = null;
        stage.context.endIfOver();
    }

    /** Passes on what was taken. To be called when nothing is taken for the time being, too. */
    public void passOn() {
        if (next - 1 > done.own()) {
            Steps.before(StepKind.CONSUME, lifecycle);
            done.set(next - 1);
            stage.advanced();
            stage.idle();
        }
    }

    /** Goes to sleep: the signal tells from now on. Returns false if there is something to do instead. */
    public boolean sleep() {
        Steps.before(StepKind.ACCESS, lifecycle);
        signal.arm();
        Steps.before(StepKind.ACCESS, lifecycle);
        if (stage.barrier.ready(next, next) >= next || lifecycle.hasEndedNow()) {
            signal.withdraw();
            return false;
        }
        return true;
    }

    /** Returns after how long a sleeper must look for claims of dead producers, {@link Parking#FOREVER} if none holds it up. */
    public long longestSleep() {
        return stage.barrier.isStalled(next) ? stallPause.nextNanos() : Parking.FOREVER;
    }

    /** Gives up the claims of dead producers, if one may hold this up. */
    public void lookForTheDead() {
        if (stage.barrier.isStalled(next)) {
            boolean ignored = stage.context.producers().abortClaimsOfTheDead();
        }
    }

    /** Returns whether nothing is taken any more, because the pipeline has ended. */
    public boolean isOver() {
        return lifecycle.hasEndedNow();
    }

    /** Returns whether events were published that weren't taken; asked when the pipeline has ended. */
    public boolean hasLeft() {
        long claimed = stage.context.sequencer().claimed();
        return stage.barrier.lastEvent(next, claimed) >= next;
    }

    /** Takes the stage out of the pipeline, unless that has ended and counts what each stage has left. A second call does nothing. */
    public void close() {
        if (closed.compareAndSet(false, true)) {
            passOn();
            if (!lifecycle.hasEndedNow()) {
                boolean ignored = shutdown.unlink(stage);
            }
        }
    }
}
