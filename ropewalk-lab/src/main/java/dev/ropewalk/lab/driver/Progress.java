package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.List;

/** Is told how far a run has got. */
public interface Progress extends AutoCloseable {
    /**
     * A contender begins something.
     *
     * @param cells how many cells are done, fractions included
     * @param what in a few words
     */
    void at(double cells, String what);

    /**
     * A cell is done.
     *
     * @param index from 0
     */
    void cellDone(int index, Params params, List<Result> results, List<Skipped> skipped);

    /** The run is over. */
    @Override
    void close();

    /** Makes the progress of one experiment. */
    @FunctionalInterface
    interface Factory {
        /** Returns the progress of an experiment that has a number of cells. */
        Progress start(String experiment, int cells);
    }
}
