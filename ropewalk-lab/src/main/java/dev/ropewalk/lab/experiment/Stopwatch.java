package dev.ropewalk.lab.experiment;

import java.util.HashMap;
import java.util.OptionalDouble;

/** Measures the wall time and the process's CPU time of the part of an iteration that counts. Used by one thread. */
public final class Stopwatch {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double PERCENT = 100;

    // The CPU clock is the slow one: it is read outside the wall clock's span.
    private final long startCpuNanos = ProcessCpuClock.nanos();
    private final long startNanos = System.nanoTime();
    private long nanos = -1;
    private long cpuNanos = -1;

    private Stopwatch() {}

    /** Returns a running stopwatch. */
    public static Stopwatch start() {
        return new Stopwatch();
    }

    /** Stops the clock. */
    public Stopwatch stop() {
        nanos = System.nanoTime() - startNanos;
        if (startCpuNanos >= 0) {
            cpuNanos = ProcessCpuClock.nanos() - startCpuNanos;
        }
        return this;
    }

    /** Returns the wall time between start and stop in nanoseconds. */
    public long nanos() {
        if (nanos < 0) {
            throw new IllegalStateException("the stopwatch is still running");
        }
        return nanos;
    }

    /** Returns how much of one core the process used, in percent, empty where the system doesn't tell. */
    public OptionalDouble cpuPercent() {
        return cpuNanos < 0 ? OptionalDouble.empty() : OptionalDouble.of(PERCENT * cpuNanos / nanos());
    }

    /** Returns an outcome with {@link Metric#TIME} and, where the system tells it, {@link Metric#CPU}. */
    public Outcome outcome(String answer) {
        var values = new HashMap<String, Double>();
        values.put(Metric.TIME.name(), nanos() / NANOS_PER_MILLI);
        if (cpuNanos >= 0) {
            values.put(Metric.CPU.name(), cpuNanos / NANOS_PER_MILLI);
        }
        return new Outcome(answer, values);
    }
}
