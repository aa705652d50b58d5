package dev.ropewalk.task;

/** A permit of a limiter whose limit follows what is measured. */
final class MeasuredPermit extends LimiterPermit {
    private final AdaptiveLimit limit;
    private final int inFlight;
    private long begun = Parking.now();

    /** Creates a permit; {@code inFlight} is how many there are with it. */
    MeasuredPermit(LimiterCore core, Partition partition, AdaptiveLimit limit, int inFlight) {
        super(core, partition);
        this.limit = limit;
        this.inFlight = inFlight;
    }

    @Override
    void begin() {
        begun = Parking.now();
    }

    @Override
    void learn(boolean dropped) {
        long now = Parking.now();
        limit.learn(now, now - begun, inFlight, dropped);
    }
}
