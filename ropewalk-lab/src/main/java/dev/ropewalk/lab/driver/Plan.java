package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import java.time.Duration;
import java.util.List;

/**
 * What to run of an experiment.
 *
 * @param contenders those of the experiment that take part, in its order
 * @param cells the cells of its grid, in order
 * @param cellTime how long a cell of size full may take
 * @param command the command line that runs the same again
 */
public record Plan(
        Experiment experiment,
        Size size,
        List<Contender> contenders,
        List<Params> cells,
        long seed,
        Duration cellTime,
        String command) {
    public Plan {
        contenders = List.copyOf(contenders);
        cells = List.copyOf(cells);
    }

    /** Returns the cells that aren't among those that are done. */
    List<Params> without(List<Params> done) {
        return cells.stream().filter(cell -> !done.contains(cell)).toList();
    }
}
