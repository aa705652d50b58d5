package dev.ropewalk.pipeline;

import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A processor as a strand: a task of the strand makes steps until there is nothing to do, or its turn is over. While there is
 * nothing to do it costs neither a thread nor any CPU.
 *
 * <p>At any time either the signal is armed, or a task is submitted or running, or a timer will submit one: whoever disarms the
 * signal submits the next task.
 */
final class StrandRunner<E> extends Runner<E> implements Runnable, Abandonable {
    /** How many events a turn of the strand is about: some microseconds of small ones. */
    private static final int TURN = 1024;

    private final Scheduler scheduler;
    private final Strand strand;
    private boolean begun;

    /** Whether a timer is armed that looks while this sleeps. */
    private boolean looks;

    /** The timer that ends the last pause. */
    private volatile @Nullable Timer paused;

    StrandRunner(Processor<E> processor, Scheduler scheduler, boolean late) {
        super(processor, late);
        this.scheduler = scheduler;
        strand = scheduler.newStrand();
    }

    @Override
    void start() {
        strand.execute(this);
    }

    @Override
    public void run() {
        try {
            turn();
        } catch (Throwable e) {
            processor.halt();
            processor.node.shared.fail(e);
            completeEnd();
        }
    }

    private void turn() {
        if (!begun) {
            begun = true;
            processor.begin();
        }
        long turnEnd = processor.next + TURN;
        long result;
        do {
            result = processor.step();
        } while (result == Processor.WORKED && processor.next < turnEnd);
        if (result == Processor.WORKED) {
            submit();
        } else if (result == Processor.NOTHING) {
            processor.counters.stalls++;
            processor.node.idle();
            sleep();
        } else if (result == Processor.HALTED) {
            processor.end();
            completeEnd();
        } else {
            processor.node.idle();
            paused = after(result, this);
            if (processor.isHalted()) {
                wake();
            }
        }
    }

    private void sleep() {
        arm();
        if (processor.hasWork() || processor.isHalted()) {
            fire();
            return;
        }
        long longest = longestSleep();
        if (longest != Parking.FOREVER && !looks) {
            looks = true;
            var ignored = after(longest, this::look);
        }
    }

    /** Looks, while asleep, whether there is something that this wasn't told of. */
    private void look() {
        looks = false;
        if (isArmed()) {
            lookForTheDead();
            if (disarm()) {
                run();
            }
        }
    }

    @Override
    void fire() {
        if (disarm()) {
            submit();
        }
    }

    private void submit() {
        try {
            strand.execute(this);
        } catch (RejectedExecutionException e) {
            abandoned(e);
        }
    }

    private @Nullable Timer after(long nanos, Runnable task) {
        try {
            return scheduler.schedule(strand, task, Duration.ofNanos(nanos));
        } catch (RejectedExecutionException e) {
            abandoned(e);
            return null;
        }
    }

    private void abandoned(RejectedExecutionException cause) {
        processor.halt();
        processor.node.shared.fail(cause);
        completeEnd();
    }

    @Override
    public void abandon() {
        abandoned(new RejectedExecutionException(
                "the scheduler of the pipeline was closed before stage " + processor.name + " had handled its events"));
    }

    @Override
    boolean needsSignals() {
        return true;
    }

    @Override
    void wake() {
        fire();
        Timer pause = paused;
        if (pause != null && pause.cancel()) {
            submit();
        }
    }

    @Override
    void interrupt() {}
}
