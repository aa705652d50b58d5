package dev.ropewalk.limit;

/** Counts drops in a plain field. */
final class DropCounter implements LimitAlgorithm {
    private int drops;

    @Override
    public int initialLimit() {
        return 1;
    }

    @Override
    public int update(long now, long roundTripNanos, int inFlight, boolean dropped) {
        drops++;
        return 1;
    }

    int count() {
        return drops;
    }
}
