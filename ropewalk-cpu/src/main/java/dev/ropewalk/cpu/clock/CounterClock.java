package dev.ropewalk.cpu.clock;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.cpu.NanoClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import java.util.Optional;

/**
 * A clock that makes nanoseconds of a counter's ticks, along the current {@link CounterCalibration}.
 *
 * <p>Why it is right: a calibration is immutable and replaced by compare-and-set, so that each is followed by exactly one.
 * A reader takes the calibration first and the ticks then, and uses both only if the calibration holds for these ticks;
 * its value is then at most the calibration's limit, and every value by a later calibration is at least that. One thread
 * sees the field change in one order only; hence its values grow as long as the counter does. A thread that finds the
 * calibration over makes the next: there is no lock to wait for, and no thread to wake up.
 */
final class CounterClock implements NanoClock {
    private static final VarHandle CALIBRATION =
            VarHandles.of(MethodHandles.lookup(), "calibration", CounterCalibration.class);

    private final Counter counter;

    @SuppressWarnings("UnusedVariable") // used through CALIBRATION
    private CounterCalibration calibration;

    /**
     * Makes a clock, which takes a millisecond.
     *
     * @throws UnsupportedOperationException if the counter's rate can't be that of a CPU
     */
    CounterClock(Counter counter) {
        this.counter = counter;
        this.calibration = counter.calibrate();
    }

    @Override
    public long nanoTime() {
        CounterCalibration current = calibration();
        long elapsed = counter.ticks() - current.ticks();
        return current.holds(elapsed) ? current.nanosAfter(elapsed) : nanoTimeBeyond();
    }

    private long nanoTimeBeyond() {
        while (true) {
            CounterCalibration current = calibration();
            if (current.isAbandoned()) {
                return Math.max(counter.systemNanos(), current.nanos());
            }
            long elapsed = counter.ticks() - current.ticks();
            if (current.holds(elapsed)) {
                return current.nanosAfter(elapsed);
            }
            // The counter of the CPU where this calibration was made may be a little ahead of this one.
            if (elapsed < 0 && current.holds(-elapsed)) {
                return current.nanos();
            }
            CALIBRATION.compareAndSet(this, current, current.next(counter.sample()));
        }
    }

    CounterCalibration calibration() {
        return (CounterCalibration) CALIBRATION.getAcquire(this);
    }

    /** Returns why the counter isn't read any more; empty if it is. */
    Optional<String> abandonedReason() {
        return calibration().isAbandoned()
                ? Optional.of("the time stamp counter has no constant rate: " + CounterCalibration.MAX_STRIKES
                        + " measurements in a row disagreed")
                : Optional.empty();
    }

    @Override
    public String toString() {
        return abandonedReason()
                .map(reason -> SystemClock.INSTANCE + ", since " + reason)
                .orElseGet(() -> String.format(
                        Locale.ROOT,
                        "time stamp counter at %.3f GHz",
                        1 / calibration().rate()));
    }
}
