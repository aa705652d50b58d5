package dev.ropewalk.pipeline.stage;

import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A processor as a strand: a task of the strand makes steps until there is nothing to do, or its turn is over. While there is
 * nothing to do it costs neither a thread nor any CPU.
 *
 * <p>At any time either the signal is armed, or a task is submitted or running, or a timer will submit one: the thread that
 * disarms the signal submits the next task. If it can't, for want of memory, it arms the signal again: whichever thread tells next
 * submits the task.
 */
final class StrandRunner<E> extends Runner<E> implements Runnable, Abandonable {
    /** How long a turn of the strand is about: then others on its worker have theirs, such as the stages behind. */
    private static final long TURN_NANOS = 20_000;

    /** How often a turn that runs dry lets other threads have the CPU before it ends; see {@link #makeSteps}. */
    private static final int MAX_YIELDS = 2;

    /** How many events there are between two looks at the clock. */
    private static final int EVENTS_PER_LOOK = 64;

    private final Scheduler scheduler;
    private final Strand strand;
    private boolean begun;

    /** Whether a timer is armed that looks while this sleeps. */
    private boolean looks;

    /** The timer that ends the last pause. */
    private volatile @Nullable Timer paused;

    StrandRunner(Processor<E> processor, Strand strand) {
        super(processor);
        this.strand = strand;
        scheduler = strand.scheduler();
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
            failPipeline(e);
            finish();
        }
    }

    /**
     * Makes steps until nothing is ready or the turn is over. A strand that runs dry yields before it goes to sleep. Otherwise a
     * producer that shares its CPU would be preempted for each event for which it wakes a sleeping strand, and never get ahead.
     */
    private long makeSteps() {
        boolean worked = false;
        int yields = 0;
        long begin = 0;
        long look = processor.next + EVENTS_PER_LOOK;
        while (true) {
            long result = processor.step();
            if (result == Processor.NOTHING && worked && yields < MAX_YIELDS) {
                yields++;
                Steps.giveWay(processor.lifecycle);
            } else if (result != Processor.WORKED) {
                return result;
            } else {
                worked = true;
                yields = 0;
            }
            if (processor.next >= look) {
                long now = scheduler.nanoTime();
                if (begin == 0) {
                    begin = now;
                } else if (now - begin >= TURN_NANOS) {
                    return result;
                }
                look = processor.next + EVENTS_PER_LOOK;
            }
        }
    }

    private void turn() {
        if (isFinished()) {
            return;
        }
        if (!begun) {
            begun = true;
            processor.begin();
        }
        long result = makeSteps();
        if (result == Processor.WORKED) {
            submit();
        } else if (result == Processor.NOTHING) {
            processor.counters.stalls++;
            processor.idle();
            sleep();
        } else if (result == Processor.HALTED) {
            finish();
        } else {
            processor.idle();
            paused = after(result, this);
            if (processor.isHalted()) {
                wake();
            }
        }
    }

    private void sleep() {
        Steps.before(StepKind.ACCESS, processor.lifecycle);
        arm();
        Steps.before(StepKind.ACCESS, processor.lifecycle);
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
    protected void fire() {
        if (disarm()) {
            stallPause.reset();
            submit();
        }
    }

    private void submit() {
        try {
            strand.execute(this);
        } catch (RejectedExecutionException e) {
            abandoned(e);
        } catch (Throwable e) {
            arm();
            throw e;
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

    /**
     * Ends in a thread of its own: the thread that finds that the scheduler has ended, be it a producer or the closing thread,
     * may hold a lock, and isn't to run what handlers do at their end.
     */
    private void abandoned(RejectedExecutionException cause) {
        processor.halt();
        failPipeline(cause);
        runElsewhere(this::finish);
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
