package dev.ropewalk.scheduler;

/** A strand that runs a timer's task at once, in the thread that ticks. */
final class TimerBench implements Strand {
    private int runs;

    ArmedTimer newTimer(long periodNanos) {
        return new ArmedTimer(timer -> {}, this, this::count, 0, periodNanos);
    }

    BrokenTimer newBrokenTimer(long periodNanos) {
        return new BrokenTimer(this, this::count, periodNanos);
    }

    private void count() {
        runs++;
    }

    int runs() {
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
