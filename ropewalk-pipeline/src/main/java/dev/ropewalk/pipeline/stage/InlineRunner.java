package dev.ropewalk.pipeline.stage;

import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import org.jspecify.annotations.Nullable;

/**
 * A processor without a thread: a thread of the stages before, which has advanced, makes its steps. What is finished last by
 * whichever of them is handled while it is still in the cache, and no other thread is woken for it.
 *
 * <p>Why one thread at a time makes steps. It has disarmed the signal, which one thread can, or was given the turn by the one that
 * had. The signal is armed again when the turn is over, by a volatile write, so that each turn happens-before the next.
 *
 * <p>Why no event is left. A thread that has advanced finds the signal armed and takes the turn, or it isn't armed. Then the thread
 * whose turn it is will arm it, make a full fence, and look once more: it sees the advance, for the
 * reason of {@link dev.ropewalk.pipeline.sequence.Signal}.
 *
 * <p>A thread whose turn it is comes no further than its own stage, if all of that stage must be done with an event before. So it goes back
 * to its stage soon. Of workers it may be kept for longer, in which the others work on.
 *
 * <p>What may take long and isn't the handling of events, such as a pause before another try or the end, is done in a thread that is
 * made for it: the thread that halts the stage waits for its end, and not without a limit.
 */
final class InlineRunner<E> extends Runner<E> {
    private boolean begun;

    /** The thread that pauses before another try. */
    private volatile @Nullable Thread pausing;

    InlineRunner(Processor<E> processor) {
        super(processor);
    }

    @Override
    void start() {
        arm();
        if (mustGoOn() && disarm()) {
            runElsewhere(this::makeSteps);
        }
    }

    @Override
    protected void fire() {
        if (disarm()) {
            makeSteps();
        }
    }

    /** Makes steps until nothing is ready. Called by the thread that has disarmed the signal. */
    private void makeSteps() {
        try {
            if (!begun) {
                begun = true;
                processor.begin();
            }
            do {
                long result = processor.step();
                while (result == Processor.WORKED) {
                    result = processor.step();
                }
                if (result == Processor.HALTED) {
                    finish();
                    return;
                }
                processor.idle();
                if (result != Processor.NOTHING) {
                    long nanos = result;
                    runElsewhere(() -> makeStepsAfter(nanos));
                    return;
                }
                processor.counters.stalls++;
                Steps.before(StepKind.ACCESS, processor.lifecycle);
                arm();
                Steps.before(StepKind.ACCESS, processor.lifecycle);
            } while (mustGoOn() && disarm());
        } catch (Throwable e) {
            processor.halt();
            failPipeline(e);
            finish();
        }
    }

    private boolean mustGoOn() {
        return processor.hasWork() || processor.isHalted();
    }

    private void makeStepsAfter(long nanos) {
        pausing = Thread.currentThread();
        long end = Parking.now() + nanos;
        for (long left = nanos; left > 0 && !processor.isHalted(); left = end - Parking.now()) {
            Parking.park(processor, left);
            boolean ignored = Thread.interrupted();
        }
        pausing = null;
        makeSteps();
    }

    @Override
    boolean needsSignals() {
        return true;
    }

    @Override
    void wake() {
        Thread thread = pausing;
        if (thread != null) {
            Parking.unpark(thread);
        }
        if (disarm()) {
            runElsewhere(this::makeSteps);
        }
    }

    @Override
    void interrupt() {}
}
