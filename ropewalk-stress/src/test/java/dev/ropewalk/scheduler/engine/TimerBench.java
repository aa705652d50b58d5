package dev.ropewalk.scheduler.engine;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;

/** A strand that runs a timer's task at once, in the thread that ticks. */
public final class TimerBench implements Strand {
    private int runs;

    ArmedTimer newTimer(long periodNanos) {
        return new ArmedTimer(timer -> {}, this, this::count, 0, periodNanos);
    }

    private void count() {
        runs++;
    }

    public int runs() {
        return runs;
    }

    @Override
    public void execute(Runnable task) {
        task.run();
    }

    @Override
    public Scheduler scheduler() {
        return Unstarted.SCHEDULER;
    }

    @Override
    public Placement placement() {
        return Placement.SOFT;
    }

    @Override
    public boolean isCurrent() {
        return false;
    }
}
