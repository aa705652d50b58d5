package dev.ropewalk.lab.graph;

/** Computes for a given time: so many steps as this machine does in it when nothing disturbs it. */
final class BusyWork {
    private static final int ROUNDS = 40;
    private static final long STEPS_A_ROUND = 2_000_000;

    private final double stepsPerNano;
    /** Keeps the compiler from dropping the computation. */
    private volatile long result;

    private BusyWork(double stepsPerNano) {
        this.stepsPerNano = stepsPerNano;
    }

    /** Returns work for this machine; takes a tenth of a second or two. The fastest round is the undisturbed one. */
    static BusyWork calibrated() {
        var trial = new BusyWork(1);
        double best = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long start = System.nanoTime();
            trial.compute(STEPS_A_ROUND);
            best = Math.max(best, (double) STEPS_A_ROUND / Math.max(1, System.nanoTime() - start));
        }
        return new BusyWork(best);
    }

    void compute(long nanos) {
        long state = result;
        for (long steps = (long) (nanos * stepsPerNano); steps > 0; steps--) {
            // A generator's step depends on the one before, so that none can be left out.
            state = state * 6364136223846793005L + 1442695040888963407L;
        }
        result = state;
    }

    @Override
    public String toString() {
        return stepsPerNano + " steps per ns, at " + result;
    }
}
