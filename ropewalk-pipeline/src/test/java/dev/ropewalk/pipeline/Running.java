package dev.ropewalk.pipeline;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Sample;

/** The ways in which stages run and wait; tests that hold for each take it as a parameter. */
enum Running {
    BUSY_SPIN,
    YIELDING,
    BACK_OFF,
    PARKING,
    STRAND;

    WaitStrategy strategy() {
        return switch (this) {
            case BUSY_SPIN -> WaitStrategy.busySpin();
            case YIELDING -> WaitStrategy.yielding();
            case BACK_OFF -> WaitStrategy.backOff();
            case PARKING -> WaitStrategy.parking();
            case STRAND -> WaitStrategy.strand();
        };
    }

    /**
     * Returns how many events a test passes. Where more threads poll than there are CPUs, each event takes as long as the operating
     * system lets one of them run, so that the sample is small.
     */
    int events(int sampleWhereThreadsPoll, int all) {
        return this == BUSY_SPIN ? Sample.of(sampleWhereThreadsPoll, all) : all;
    }

    /** Returns a builder whose stages run in this way. */
    PipelineBuilder<Event> builder(Scheduler scheduler) {
        return Pipeline.builder(Event::new).scheduler(scheduler).waiting(strategy());
    }
}
