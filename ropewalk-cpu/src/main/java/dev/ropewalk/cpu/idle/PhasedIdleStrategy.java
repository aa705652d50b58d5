package dev.ropewalk.cpu.idle;

import dev.ropewalk.cpu.IdleStrategy;

/** Spins, then yields, then parks for longer and longer. Any phase may be left out or last for ever. */
public final class PhasedIdleStrategy extends IdleState.Padded implements IdleStrategy {
    public static final int DEFAULT_MAX_SPINS = 100;
    static final int BACK_OFF_YIELDS = 10;
    static final long MIN_PARK_NANOS = 1_000;
    public static final long DEFAULT_MAX_PARK_NANOS = 1_000_000;

    private static final long FOR_EVER = Long.MAX_VALUE;
    private static final long NEVER = 0;

    private PhasedIdleStrategy(Pause pause, long spinsEnd, long yieldsEnd, long minParkNanos, long maxParkNanos) {
        super(pause, spinsEnd, yieldsEnd, minParkNanos, maxParkNanos);
    }

    public static PhasedIdleStrategy busySpin(Pause pause) {
        return new PhasedIdleStrategy(pause, FOR_EVER, FOR_EVER, NEVER, NEVER);
    }

    public static PhasedIdleStrategy yielding(Pause pause, int maxSpins) {
        return new PhasedIdleStrategy(pause, checkMaxSpins(maxSpins), FOR_EVER, NEVER, NEVER);
    }

    public static PhasedIdleStrategy backOff(Pause pause, int maxSpins, long maxParkNanos) {
        long spinsEnd = checkMaxSpins(maxSpins);
        checkPark("maxParkNanos", maxParkNanos);
        return new PhasedIdleStrategy(
                pause, spinsEnd, spinsEnd + BACK_OFF_YIELDS, Math.min(MIN_PARK_NANOS, maxParkNanos), maxParkNanos);
    }

    public static PhasedIdleStrategy parking(Pause pause, long parkNanos) {
        checkPark("parkNanos", parkNanos);
        return new PhasedIdleStrategy(pause, NEVER, NEVER, parkNanos, parkNanos);
    }

    private static long checkMaxSpins(int maxSpins) {
        if (maxSpins < 0) {
            throw new IllegalArgumentException("maxSpins must be zero or more, not " + maxSpins);
        }
        return maxSpins;
    }

    private static void checkPark(String parameter, long nanos) {
        if (nanos <= 0) {
            throw new IllegalArgumentException(parameter + " must be above zero, not " + nanos);
        }
    }

    @Override
    public void idle() {
        if (waits < spinsEnd) {
            waits++;
            pause.spin();
        } else if (waits < yieldsEnd) {
            waits++;
            pause.yieldCpu();
        } else {
            long nanos = parkNanos;
            parkNanos = nanos < maxParkNanos / 2 ? nanos * 2 : maxParkNanos;
            pause.park(this, nanos);
        }
    }

    @Override
    public void reset() {
        waits = 0;
        parkNanos = minParkNanos;
    }

    /** Returns the phases, such as {@code spin 100 times, yield 10 times, park for 1000 to 1000000 ns}. */
    @Override
    public String toString() {
        if (spinsEnd == FOR_EVER) {
            return "spin";
        }
        String spins = spinsEnd == 0 ? "" : "spin " + spinsEnd + " times, ";
        if (yieldsEnd == FOR_EVER) {
            return spins + "yield";
        }
        String yields = yieldsEnd == spinsEnd ? "" : "yield " + (yieldsEnd - spinsEnd) + " times, ";
        String least = minParkNanos == maxParkNanos ? "" : minParkNanos + " to ";
        return spins + yields + "park for " + least + maxParkNanos + " ns";
    }
}
