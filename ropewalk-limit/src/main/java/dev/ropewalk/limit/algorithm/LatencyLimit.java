package dev.ropewalk.limit.algorithm;

import java.util.random.RandomGenerator;

/**
 * What limits that follow latency have in common: decisions once a window, slow start, and the round trip without a queue.
 *
 * <p>A window has at least as many samples as the limit, so that it lasts a round trip if the limit is used, and enough to average the
 * differences between requests. Single round trips are never compared: the fastest of many says nothing about the queue if some
 * requests are small. The first window after the limit went up is skipped, since the fast ones of the requests that it let in
 * come back first.
 *
 * <p>The round trip without a queue is measured where there is none: in windows with no more than half the limit in flight. If none
 * comes by itself, the limit is halved for a drain and a measurement. A limit that is too high by less than a factor of two has
 * no queue then. A worse one shows by requests that get much faster: it stays halved and is probed again. So a queue that never
 * empties can't pass for normal.
 *
 * <pre>
 * SLOW_START --- rise of latency, or a drop ---&gt; DRAIN -&gt; MEASURE -&gt; REFILL -&gt; STEADY
 *      ^                                          ^        |                    |
 *      |                                          +--------|----- time is up ---+
 *      +--------- much faster or much slower --------------+
 * </pre>
 */
public final class LatencyLimit {
    /** How much longer than without a queue round trips are where slow start ends; far from what differences can do. */
    private static final double SLOW_START_RISE = 1.5;

    /** Half the limit without a queue takes half the time of a limit that is twice too high; this is near enough to it. */
    private static final double MUCH_FASTER = 0.6;

    /** A limit that fell that far either has a reason, or the round trip without a queue is wrong. */
    private static final double FALLEN = 0.6;

    /** Of how many windows the round trip without a queue is a mean, before anything is built on it. */
    private static final int PRECISE = 8;

    private static final int MAX_ROUND_TRIPS = 10;

    private enum Phase {
        SLOW_START,
        STEADY,
        DRAIN,
        MEASURE,
        REFILL
    }

    private final LimitBounds bounds;
    private final LatencyRule rule;
    private final int minSamples;
    private final int probeInterval;
    private final RandomGenerator random;
    private final RoundTripWindow window = new RoundTripWindow();
    private final BackOff backOff = new BackOff();

    private final NoLoadRoundTrip noLoad = new NoLoadRoundTrip();

    private Phase phase = Phase.SLOW_START;
    private double limit;
    private double highest;
    private double loadedRoundTrip;
    private double noLoadBefore;
    private int probeIn;
    private boolean startAgain;
    private boolean grown = true;

    public LatencyLimit(
            LimitBounds bounds, LatencyRule rule, int minSamples, int probeInterval, RandomGenerator random) {
        this.bounds = bounds.checked();
        this.rule = rule;
        this.minSamples = minSamples;
        this.probeInterval = probeInterval;
        this.random = random;
        limit = bounds.initial();
    }

    public int initialLimit() {
        return bounds.initial();
    }

    public int update(long now, long roundTripNanos, int inFlight, boolean dropped) {
        if (dropped) {
            if (backOff.beginIfDue(now, roundTripNanos)) {
                stepBack();
            }
        } else if (phase != Phase.DRAIN || inFlight <= probeLimit()) {
            window.add(roundTripNanos, inFlight);
            if (isFull()) {
                decide(window.mean(), window.maxInFlight());
                window.clear();
            }
        }
        return limit();
    }

    /** A low limit makes do with a few round trips, or it would take very long to leave it. */
    private boolean isFull() {
        return window.samples() >= limit && window.samples() >= Math.min(minSamples, limit * MAX_ROUND_TRIPS);
    }

    public int limit() {
        return phase == Phase.DRAIN || phase == Phase.MEASURE ? probeLimit() : (int) limit;
    }

    private int probeLimit() {
        return Math.max(bounds.min(), (int) (limit / 2));
    }

    private void stepBack() {
        limit = bounds.clamp(rule.afterDrop(limit));
        highest = limit;
        window.clear();
        if (phase == Phase.SLOW_START) {
            endSlowStart();
        }
    }

    private void decide(double roundTrip, int maxInFlight) {
        switch (phase) {
            case SLOW_START -> slowStart(roundTrip, maxInFlight);
            case STEADY -> steady(roundTrip, maxInFlight);
            case DRAIN -> phase = Phase.MEASURE;
            case MEASURE -> measure(roundTrip);
            case REFILL -> phase = Phase.STEADY;
        }
    }

    /** Doubles every second window: the first after a change has only the fast ones of the requests that it admitted. */
    private void slowStart(double roundTrip, int maxInFlight) {
        if (grown) {
            grown = false;
        } else if (noLoad.measurements() > 0 && roundTrip > noLoad.nanos() * SLOW_START_RISE) {
            limit = bounds.clamp(limit * noLoad.nanos() / roundTrip);
            endSlowStart();
        } else {
            if (!isNoLoadKnown()) {
                noLoad.learn(roundTrip);
            }
            if (isUsed(maxInFlight)) {
                speedUp();
            }
        }
    }

    private void speedUp() {
        if (limit == bounds.max()) {
            endSlowStart();
        } else {
            limit = bounds.clamp(limit * 2);
            grown = true;
        }
    }

    /** What was learned while the limit grew has requests in it that queued, and isn't used any further. */
    private void endSlowStart() {
        highest = limit;
        if (isNoLoadKnown()) {
            phase = Phase.REFILL;
        } else {
            probe(noLoad.nanos());
            noLoad.forget();
        }
    }

    private void steady(double roundTrip, int maxInFlight) {
        probeIn--;
        if (maxInFlight * 2L <= (long) limit) {
            learn(roundTrip);
        } else if (isUsed(maxInFlight)) {
            limit = bounds.clamp(rule.next(limit, roundTrip, noLoad.nanos()));
            highest = Math.max(highest, limit);
            if (limit < highest * FALLEN) {
                highest = limit;
                noLoad.forget();
                probe(roundTrip);
            } else if (probeIn <= 0) {
                probe(roundTrip);
            }
        }
    }

    private void probe(double roundTrip) {
        loadedRoundTrip = roundTrip;
        noLoadBefore = noLoad.nanos();
        phase = Phase.DRAIN;
    }

    /**
     * If half the limit made requests much faster, even the half may be too much, and the limit is sought from below. So it is if
     * requests became much slower.
     */
    private void measure(double roundTrip) {
        learn(roundTrip);
        if (roundTrip < loadedRoundTrip * MUCH_FASTER && limit > bounds.min()) {
            limit = bounds.clamp(probeLimit());
            probe(roundTrip);
            startAgain = true;
        } else if (isNoLoadKnown()) {
            startAgain |= noLoad.nanos() > noLoadBefore * SLOW_START_RISE;
            phase = startAgain ? Phase.SLOW_START : Phase.REFILL;
            startAgain = false;
            grown = true;
        }
    }

    private boolean isNoLoadKnown() {
        return noLoad.measurements() >= PRECISE;
    }

    private void learn(double roundTrip) {
        noLoad.learn(roundTrip);
        int interval = Math.max(2, probeInterval * noLoad.measurements() / NoLoadRoundTrip.MEMORY);
        probeIn = random.nextInt(interval / 2, interval + 1);
    }

    /** A larger limit would have changed nothing where this one wasn't reached. */
    private boolean isUsed(int maxInFlight) {
        return maxInFlight >= (int) (limit * 0.9);
    }
}
