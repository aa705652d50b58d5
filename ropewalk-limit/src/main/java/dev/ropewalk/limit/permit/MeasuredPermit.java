package dev.ropewalk.limit.permit;

import dev.ropewalk.limit.algorithm.AdaptiveLimit;
import dev.ropewalk.scheduler.park.Parking;

/** A permit of a limiter whose limit follows what is measured. */
final class MeasuredPermit extends LimiterPermit {
    private final AdaptiveLimit limit;
    private int inFlight;
    private long begun;

    MeasuredPermit(LimiterCore core, Partition partition, AdaptiveLimit limit) {
        super(core, partition);
        this.limit = limit;
    }

    @Override
    void admit(int with) {
        inFlight = with;
        begin();
    }

    @Override
    public void begin() {
        begun = Parking.now();
    }

    @Override
    void learn(boolean dropped) {
        long now = Parking.now();
        limit.learn(now, now - begun, inFlight, dropped);
    }
}
