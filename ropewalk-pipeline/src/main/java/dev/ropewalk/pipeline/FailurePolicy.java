package dev.ropewalk.pipeline;

import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import java.util.Objects;

/**
 * What becomes of a stage whose handler throws. Whatever it is, the ring goes on: no failure leaves it waiting for a dead
 * handler. Each failure is reported to the pipeline's listener, see {@link PipelineBuilder#onFailure}.
 *
 * <p>No event that has failed for good is handled by the stages behind, unless a policy says that it is passed on.
 *
 * <p>An instance is immutable; one may serve many stages.
 */
public final class FailurePolicy {
    private static final FailurePolicy SKIP = new FailurePolicy("skip", 0, false, 0, 0, Failure.Action.SKIP);
    private static final FailurePolicy PASS_ON = new FailurePolicy("pass on", 0, false, 0, 0, Failure.Action.PASS_ON);
    private static final FailurePolicy STOP = new FailurePolicy("stop", 0, false, 0, 0, Failure.Action.STOP);

    private final String name;
    private final int maxRetries;
    private final boolean rewinds;
    private final long minPauseNanos;
    private final long maxPauseNanos;
    private final Failure.Action last;

    private FailurePolicy(
            String name, int maxRetries, boolean rewinds, long minPauseNanos, long maxPauseNanos, Failure.Action last) {
        this.name = name;
        this.maxRetries = maxRetries;
        this.rewinds = rewinds;
        this.minPauseNanos = minPauseNanos;
        this.maxPauseNanos = maxPauseNanos;
        this.last = last;
    }

    /**
     * Returns the default: the handler goes on with the next event, and the stages behind this one skip the failed event. Stages
     * beside this one handle it. {@link StageStats#dropped} counts it.
     */
    public static FailurePolicy skip() {
        return SKIP;
    }

    /**
     * Returns a policy by which the handler goes on with the next event, and the stages behind see the failed event as the
     * handler has left it: half changed, or with what its place held before. For handlers, or a
     * {@linkplain PipelineBuilder#onFailure listener}, that mark such events, and stages behind that look for the mark.
     */
    public static FailurePolicy passOn() {
        return PASS_ON;
    }

    /**
     * Returns a policy that ends the whole pipeline: producers get the cause, and {@link Pipeline#failure} has it. Events before
     * the failed one in the same batch were handled, but go no further either: a stage passes its events on by the batch.
     */
    public static FailurePolicy stop() {
        return STOP;
    }

    /**
     * Returns a policy that gives the same event to the handler again, after a pause that doubles each time, and skips it when
     * that was done often enough. Others of the stage's strand or thread wait meanwhile, but no worker is blocked.
     *
     * @param maxRetries how often, above zero
     * @param minPause the first pause; zero for none
     * @param maxPause the longest pause, not shorter than the first
     * @throws IllegalArgumentException if an argument is out of its bounds
     */
    public static FailurePolicy retry(int maxRetries, Duration minPause, Duration maxPause) {
        return again("retry", maxRetries, false, minPause, maxPause);
    }

    /**
     * Returns a policy that gives the whole batch to the handler again, from {@link EventHandler#onBatchStart} on, after a pause
     * that doubles each time. An event that fails too often is skipped. For handlers that collect events and write them with the last of the batch.
     *
     * @param maxRetries how often for the same event, above zero
     * @param minPause the first pause; zero for none
     * @param maxPause the longest pause, not shorter than the first
     * @throws IllegalArgumentException if an argument is out of its bounds
     */
    public static FailurePolicy rewind(int maxRetries, Duration minPause, Duration maxPause) {
        return again("rewind", maxRetries, true, minPause, maxPause);
    }

    private static FailurePolicy again(
            String name, int maxRetries, boolean rewinds, Duration minPause, Duration maxPause) {
        Objects.requireNonNull(minPause, "minPause");
        Objects.requireNonNull(maxPause, "maxPause");
        if (maxRetries < 1) {
            throw new IllegalArgumentException("maxRetries must be at least 1, not " + maxRetries);
        }
        if (minPause.isNegative() || maxPause.compareTo(minPause) < 0) {
            throw new IllegalArgumentException(
                    "pauses must be zero or more and grow, not from " + minPause + " to " + maxPause);
        }
        String full = name + " (at most " + maxRetries + ", after " + minPause + " to " + maxPause + ")";
        return new FailurePolicy(
                full, maxRetries, rewinds, Parking.nanos(minPause), Parking.nanos(maxPause), Failure.Action.SKIP);
    }

    /**
     * Returns a copy that, having retried in vain, stops the pipeline instead of skipping the event.
     *
     * @throws IllegalStateException if this policy retries nothing, or says already what follows retries in vain
     */
    public FailurePolicy orStop() {
        return afterRetries("stop", Failure.Action.STOP);
    }

    /**
     * Returns a copy that, having retried in vain, passes the event on as {@link #passOn} does instead of skipping it.
     *
     * @throws IllegalStateException if this policy retries nothing, or says already what follows retries in vain
     */
    public FailurePolicy orPassOn() {
        return afterRetries("pass on", Failure.Action.PASS_ON);
    }

    private FailurePolicy afterRetries(String what, Failure.Action action) {
        if (maxRetries == 0) {
            throw new IllegalStateException("'" + name + "' has no retries, after which it could " + what
                    + ": only retry and rewind can be followed by 'or " + what + "'");
        }
        if (last != Failure.Action.SKIP) {
            throw new IllegalStateException("'" + name + "' can't " + what + ", too");
        }
        return new FailurePolicy(name + " or " + what, maxRetries, rewinds, minPauseNanos, maxPauseNanos, action);
    }

    /** Returns what to do about a failure of an event that has failed so many times before. */
    public Failure.Action action(int earlierFailures) {
        if (earlierFailures >= maxRetries) {
            return last;
        }
        return rewinds ? Failure.Action.REWIND : Failure.Action.RETRY;
    }

    /** Returns how long to wait before that. */
    public long pauseNanos(int earlierFailures) {
        long pause = minPauseNanos;
        for (int failure = 0; failure < earlierFailures && pause < maxPauseNanos; failure++) {
            pause = pause <= maxPauseNanos / 2 ? pause * 2 : maxPauseNanos;
        }
        return pause;
    }

    @Override
    public String toString() {
        return name;
    }
}
