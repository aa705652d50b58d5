package dev.ropewalk.lab.flow;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.Optional;

/** A program on a library. */
record FlowTrial(Program program, int elements, Library library) implements Trial {
    @Override
    public Outcome run(Pass pass) throws Exception {
        Stopwatch watch = Stopwatch.start();
        long sum = library.run(program, elements);
        watch.stop();
        return watch.outcome(Flows.answer(sum)).with(Flows.PER_ELEMENT, (double) watch.nanos() / elements);
    }

    @Override
    public Optional<SchedulerStats> schedulerStats() {
        return library.schedulerStats();
    }

    @Override
    public void close() {
        library.close();
    }
}
