package dev.ropewalk.lab.limits;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.io.IOException;
import java.util.List;

/**
 * A contender's processes, one an iteration. Before the first one, another counts what is in flight: over so many rounds that a
 * leak would show, and not in an iteration, because counting costs.
 */
final class ProcessTrial implements Trial {
    private static final int ROUNDS_COUNTED = 10;

    private final String experiment;
    private final String contender;
    private final Params params;
    private final int most;
    private final long limit;

    ProcessTrial(String experiment, String contender, Params params) throws IOException, InterruptedException {
        this.experiment = experiment;
        this.contender = contender;
        this.params = params;
        limit = params.number(ProcessExperiment.IN_FLIGHT);
        long counted = Math.min(params.number(ProcessExperiment.TASKS), ROUNDS_COUNTED * limit);
        most = process(counted, true).most();
    }

    private ProcessRun process(long tasks, boolean counted) throws IOException, InterruptedException {
        return ProcessRun.of(List.of(
                String.valueOf(ProcessHandle.current().pid()),
                experiment,
                contender,
                String.valueOf(tasks),
                params.text(ProcessExperiment.IN_FLIGHT),
                params.text(ProcessExperiment.FIB),
                params.text(ProcessExperiment.SLEEP),
                String.valueOf(counted)));
    }

    /** Returns what an iteration answers. */
    static String answer(long done, long most, long limit) {
        return done + " tasks, " + (most <= limit ? "never more than " + limit : most) + " at once";
    }

    @Override
    public Outcome run(Pass pass) throws IOException, InterruptedException {
        ProcessRun process = process(params.number(ProcessExperiment.TASKS), false);
        return process.outcome(answer(process.done(), most, limit));
    }

    @Override
    public void close() {}
}
