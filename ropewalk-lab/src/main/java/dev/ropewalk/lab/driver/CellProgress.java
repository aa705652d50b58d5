package dev.ropewalk.lab.driver;

/** The progress of one cell within that of the experiment. Used by one thread. */
final class CellProgress {
    private final Progress progress;
    private final int cell;
    private double fraction;

    CellProgress(Progress progress, int cell) {
        this.progress = progress;
        this.cell = cell;
    }

    void note(String what) {
        at(fraction, what);
    }

    void at(double fraction, String what) {
        this.fraction = fraction;
        progress.at(cell + fraction, what);
    }
}
