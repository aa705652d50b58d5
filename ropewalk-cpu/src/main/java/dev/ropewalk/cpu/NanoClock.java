package dev.ropewalk.cpu;

import dev.ropewalk.cpu.clock.SystemClock;
import dev.ropewalk.cpu.clock.TscSupport;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * A source of time for measuring how long something takes, in nanoseconds. Only differences have a meaning, as with
 * {@link System#nanoTime}; the clocks made here have its origin too, so that a value of one may be taken from a value of
 * another.
 *
 * <table class="striped">
 *   <caption>The clocks; costs on a 2.6 GHz x86-64</caption>
 *   <thead>
 *     <tr><th>clock</th><th>costs</th><th>choose it when</th></tr>
 *   </thead>
 *   <tbody>
 *     <tr><td>{@link #system}</td><td>20 ns</td><td>in doubt</td></tr>
 *     <tr><td>{@link #tsc}</td><td>10 ns</td><td>every message is timed, and a microsecond counts</td></tr>
 *     <tr><td>{@link #cached}</td><td>1 ns, and a thread that wakes up</td><td>every message is timed, and a
 *     millisecond doesn't count</td></tr>
 *   </tbody>
 * </table>
 *
 * <p>Clocks may be used by several threads at once, virtual ones too. No clock runs backwards in one thread, as
 * long as the CPU's counters don't. Reading a clock orders no memory accesses.
 */
@FunctionalInterface
public interface NanoClock {
    /** Returns the time in nanoseconds. Never throws. */
    long nanoTime();

    /** Returns the clock that calls {@link System#nanoTime}. */
    static NanoClock system() {
        return SystemClock.INSTANCE;
    }

    /**
     * Returns the clock that reads the CPU's time stamp counter, one for the whole JVM. Where that isn't possible it is
     * {@link #system} instead, and {@link #tscUnavailableReason} says why.
     *
     * <p>The clock follows {@code System.nanoTime}, against which it is checked by the thread that reads it 128 ms after the
     * last check or later; that call takes a fraction of a microsecond. In between it extrapolates. It therefore differs from
     * {@code System.nanoTime} by the error of one reading, some ten nanoseconds, and by what the kernel corrected its own
     * rate within those 128 ms: at most 500 millionths, 64 microseconds, and hardly ever more than 100 ns. A difference is
     * made up by running slightly faster or slower. Two threads that hand a time over may thus see each other's clock ahead
     * by as much as the counters of their CPUs differ, and by the tens of instructions within which a CPU may read its
     * counter early: less than a microsecond.
     *
     * <p>When the counter jumps, as it may when a virtual machine moves to another host, the clock is off by 128 ms at most,
     * and by none half a second later. A counter without a constant rate is abandoned for {@code System.nanoTime}.
     *
     * <p>The first call in a JVM takes up to a tenth of a second: it links native code, and measures the counter's rate for a
     * millisecond. A JVM that never calls this pays nothing.
     */
    static NanoClock tsc() {
        return TscSupport.clock();
    }

    /** Returns why {@link #tsc} doesn't read the counter; empty if it does. */
    static Optional<String> tscUnavailableReason() {
        return TscSupport.unavailableReason();
    }

    /**
     * Returns a clock that repeats a value which a thread of its own renews.
     *
     * @param resolution how old a value may be, from 100 microseconds to a second. It is aimed at, not promised: the
     *     thread wakes up about 50 microseconds late, and later where all CPUs are busy
     * @throws IllegalArgumentException if the resolution is out of bounds
     * @see CachedNanoClock
     */
    static CachedNanoClock cached(Duration resolution) {
        Objects.requireNonNull(resolution, "resolution");
        return CachedNanoClock.start(system(), resolution);
    }
}
