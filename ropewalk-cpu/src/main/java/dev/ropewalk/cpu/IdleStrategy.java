package dev.ropewalk.cpu;

import dev.ropewalk.cpu.idle.Pause;
import dev.ropewalk.cpu.idle.PhasedIdleStrategy;

/**
 * What a thread does when it has found no work.
 *
 * <table class="striped">
 *   <caption>The strategies, from the fastest reaction to the least use of the CPU</caption>
 *   <thead>
 *     <tr><th>strategy</th><th>waits by</th><th>choose it when</th></tr>
 *   </thead>
 *   <tbody>
 *     <tr><td>{@link #busySpin}</td><td>spinning</td><td>the thread has a CPU for itself, best pinned to it</td></tr>
 *     <tr><td>{@link #yielding}</td><td>spinning, then yielding</td><td>it mostly has a CPU for itself</td></tr>
 *     <tr><td>{@link #backOff}</td><td>spinning, yielding, then parking longer and longer</td><td>in doubt</td></tr>
 *     <tr><td>{@link #parking}</td><td>parking</td><td>reaction doesn't matter</td></tr>
 *   </tbody>
 * </table>
 *
 * <p>An instance keeps the state of one waiting thread and isn't shared. No wait throws or clears an interrupt; a thread
 * that is interrupted doesn't stay parked, so the loop around an idle strategy should look at the interrupt. A parked
 * thread also goes on when it is unparked.
 *
 * <p>In a virtual thread every spin is a yield instead: a thread that spins keeps its carrier, and what it waits for may
 * need that very carrier. Parking gives the carrier up, as always.
 *
 * <p>The shape of the interface is from Agrona.
 */
public interface IdleStrategy {
    /**
     * Waits a little, longer each time in a row, if nothing was done.
     *
     * @param workCount how much was done since the last call; above zero ends the idle period
     */
    default void idle(int workCount) {
        if (workCount > 0) {
            reset();
        } else {
            idle();
        }
    }

    /** Waits a little, longer each time in a row. */
    void idle();

    /** Ends the idle period: the next wait is short again. */
    void reset();

    /** Returns a strategy that spins. It uses a whole CPU, and tells the CPU that it spins. */
    static IdleStrategy busySpin() {
        return PhasedIdleStrategy.busySpin(Pause.REAL);
    }

    /** Returns a strategy that spins 100 times in a row, a few microseconds, and then yields. */
    static IdleStrategy yielding() {
        return yielding(PhasedIdleStrategy.DEFAULT_MAX_SPINS);
    }

    /**
     * Returns a strategy that spins some times in a row and then yields. It uses a whole CPU unless another thread wants
     * it.
     *
     * @param maxSpins how often to spin before the first yield, zero or more
     * @throws IllegalArgumentException if {@code maxSpins} is negative
     */
    static IdleStrategy yielding(int maxSpins) {
        return PhasedIdleStrategy.yielding(Pause.REAL, maxSpins);
    }

    /** Returns a strategy that spins 100 times in a row, then yields, and then parks for at most a millisecond. */
    static IdleStrategy backOff() {
        return backOff(PhasedIdleStrategy.DEFAULT_MAX_SPINS, PhasedIdleStrategy.DEFAULT_MAX_PARK_NANOS);
    }

    /**
     * Returns a strategy that spins some times in a row, then yields 10 times, then parks: for a microsecond at first,
     * and twice as long each time, up to a maximum. (Linux adds about 50 microseconds to any park.)
     *
     * @param maxSpins how often to spin before the first yield, zero or more
     * @param maxParkNanos the longest park, in nanoseconds, above zero
     * @throws IllegalArgumentException if {@code maxSpins} is negative or {@code maxParkNanos} isn't positive
     */
    static IdleStrategy backOff(int maxSpins, long maxParkNanos) {
        return PhasedIdleStrategy.backOff(Pause.REAL, maxSpins, maxParkNanos);
    }

    /**
     * Returns a strategy that parks for the same time whenever it waits.
     *
     * @param parkNanos how long, in nanoseconds, above zero
     * @throws IllegalArgumentException if {@code parkNanos} isn't positive
     */
    static IdleStrategy parking(long parkNanos) {
        return PhasedIdleStrategy.parking(Pause.REAL, parkNanos);
    }
}
