package dev.ropewalk.lab.pi;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Stopwatch;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.Optional;

/** All slices of a cell on one model. */
record PiTrial(Slices slices, Model model) implements Trial {
    @Override
    public Outcome run(Pass pass) throws Exception {
        model.wake();
        Stopwatch watch = Stopwatch.start();
        double total = model.sum();
        watch.stop();
        model.rest();
        return watch.outcome(Slices.answer(total)).with(Pi.PER_JOB, (double) watch.nanos() / slices.jobs());
    }

    @Override
    public Optional<SchedulerStats> schedulerStats() {
        return model.schedulerStats();
    }

    @Override
    public void close() {
        model.close();
    }
}
