package dev.ropewalk.limit;

import java.time.Duration;

/** A limiter in front of a simulated service, by virtual time. It keeps figures since they were last taken. */
final class SimulatedLimiter {
    private final SimulatedTime time;
    private final SimulatedService service;
    private final LimitAlgorithm algorithm;
    private long timeoutNanos = Long.MAX_VALUE;
    private int limit;
    private int inFlight;
    private int waiting;

    private long since;
    private long limitSince;
    private double limitNanos;
    private int lowest;
    private int highest;
    private double roundTripNanos;
    private long completed;
    private long failed;
    private long rejected;

    SimulatedLimiter(SimulatedTime time, SimulatedService service, LimitAlgorithm algorithm) {
        this.time = time;
        this.service = service;
        this.algorithm = algorithm;
        limit = algorithm.initialLimit();
        lowest = limit;
        highest = limit;
    }

    int limit() {
        return limit;
    }

    int inFlight() {
        return inFlight;
    }

    /** From now on a response that comes later than this counts as dropped. */
    void setTimeout(Duration timeout) {
        timeoutNanos = timeout.toNanos();
    }

    /** Begins a call, or turns it away. */
    void tryCall() {
        if (inFlight < limit) {
            begin();
        } else {
            rejected++;
        }
    }

    /** From now on as many calls as the limit lets are in flight, and others wait, or none wait any more. */
    void saturate(boolean saturated) {
        waiting = saturated ? Integer.MAX_VALUE : 0;
        admit();
    }

    private void admit() {
        while (waiting > 0 && inFlight < limit) {
            begin();
        }
    }

    private void begin() {
        inFlight++;
        long began = time.now();
        int inFlightThen = inFlight;
        service.call(outcome -> end(began, inFlightThen, outcome));
    }

    private void end(long began, int inFlightThen, SimulatedService.Outcome outcome) {
        inFlight--;
        long roundTrip = time.now() - began;
        boolean dropped = outcome == SimulatedService.Outcome.REFUSED || roundTrip > timeoutNanos;
        if (dropped) {
            failed++;
        } else {
            completed++;
            roundTripNanos += roundTrip;
        }
        change(algorithm.update(time.now(), roundTrip, inFlightThen, dropped));
        admit();
    }

    private void change(int newLimit) {
        limitNanos += (double) limit * (time.now() - limitSince);
        limitSince = time.now();
        limit = newLimit;
        lowest = Math.min(lowest, limit);
        highest = Math.max(highest, limit);
    }

    /** Returns the figures since the last call of this method, or the beginning. */
    LimitFigures figures() {
        change(limit);
        double nanos = time.now() - since;
        var figures = new LimitFigures(
                limitNanos / nanos,
                lowest,
                highest,
                roundTripNanos / completed / service.meanNanos(),
                completed / nanos * service.meanNanos(),
                failed / (double) (completed + failed),
                rejected / (double) (completed + failed + rejected));
        since = time.now();
        limitNanos = 0;
        lowest = limit;
        highest = limit;
        roundTripNanos = 0;
        completed = 0;
        failed = 0;
        rejected = 0;
        return figures;
    }
}
