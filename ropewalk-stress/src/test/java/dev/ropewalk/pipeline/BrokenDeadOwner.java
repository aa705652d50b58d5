package dev.ropewalk.pipeline;

/** {@link DeadOwner} whose claim is given up by whoever finds it open. */
final class BrokenDeadOwner {
    private volatile boolean open = true;
    private volatile int found;
    private volatile int takenOver;

    void find() {
        if (open) {
            open = false;
            found = 1;
        }
    }

    void takeOver() {
        if (open) {
            open = false;
            takenOver = 1;
        }
    }

    int timesGivenUp() {
        return found + takenOver;
    }

    int published() {
        return 1;
    }
}
